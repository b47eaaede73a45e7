"""Metres and talas that the song panel proposes; any other may be typed."""

METRES = ("2/4", "3/4", "4/4", "5/4", "5/8", "6/8", "7/8", "8/8", "9/8", "10/8", "12/8", "14/8", "16/8")

TALAS = (
    ("দাদরা", "Dadra"),
    ("কাহারবা", "Kaharba"),
    ("ত্রিতাল", "Trital"),
    ("একতাল", "Ektal"),
    ("ঝাঁপতাল", "Jhaptal"),
    ("তেওরা", "Teora"),
    ("রূপক", "Rupak"),
    ("চৌতাল", "Choutal"),
    ("ধামার", "Dhamar"),
    ("সুরফাঁকতাল", "Surphanktal"),
    ("আড়াঠেকা", "Arathheka"),
    ("কাওয়ালি", "Kawali"),
    ("যৎ", "Jat"),
    ("ঝম্পক", "Jhampak"),
    ("ষষ্ঠী", "Shashthi"),
    ("রূপকড়া", "Rupakra"),
    ("নবতাল", "Nabatal"),
    ("একাদশী", "Ekadashi"),
    ("নবপঞ্চ", "Nabapancha"),
)
"""Bengali and English names; the last six are those of Rabindranath's own making."""
