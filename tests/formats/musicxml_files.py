"""MusicXML by hand, the way notation programs write it."""

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
DOCTYPE = (
    '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 3.1 Partwise//EN" '
    '"http://www.musicxml.org/dtds/partwise.dtd">\n'
)


WHOLE = '<rest measure="yes"/>'


def note(step, duration, kind="", *, octave=4, alter=None, voice=None, staff=None, inside="", before="", after=""):
    """A `note` element; `before` stands before the pitch, `inside` after the type, `after` at the end."""
    pitch = f"<pitch><step>{step}</step>{f'<alter>{alter}</alter>' if alter is not None else ''}<octave>{octave}</octave></pitch>"
    length = f"<duration>{duration}</duration>" if duration else ""
    return (
        f"<note>{before}{pitch}{length}{f'<voice>{voice}</voice>' if voice else ''}"
        f"{f'<type>{kind}</type>' if kind else ''}{inside}{f'<staff>{staff}</staff>' if staff else ''}{after}</note>"
    )


def rest(duration, kind="", *, voice=None, staff=None, whole=False):
    return (
        f"<note>{WHOLE if whole else '<rest/>'}<duration>{duration}</duration>"
        f"{f'<voice>{voice}</voice>' if voice else ''}{f'<type>{kind}</type>' if kind else ''}"
        f"{f'<staff>{staff}</staff>' if staff else ''}</note>"
    )


def attributes(divisions=1, *, fifths=0, beats=4, unit=4, more=""):
    return (
        f"<attributes><divisions>{divisions}</divisions><key><fifths>{fifths}</fifths></key>"
        f"<time><beats>{beats}</beats><beat-type>{unit}</beat-type></time>{more}</attributes>"
    )


def document(*parts, header="", names=()):
    """A partwise document; each part is a list of the insides of its measures."""
    listed = "".join(
        f'<score-part id="P{n}"><part-name>{names[n - 1] if n <= len(names) else ""}</part-name></score-part>'
        for n in range(1, len(parts) + 1)
    )
    music = "".join(
        f'<part id="P{n}">'
        + "".join(f'<measure number="{m}">{inside}</measure>' for m, inside in enumerate(part, 1))
        + "</part>"
        for n, part in enumerate(parts, 1)
    )
    return f'{HEAD}{DOCTYPE}<score-partwise version="3.1">{header}<part-list>{listed}</part-list>{music}</score-partwise>'.encode()
