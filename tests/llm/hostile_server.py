"""A chat server that does what it is told to, mostly wrong."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

EVENTS = {"Content-Type": "text/event-stream"}


def chunk(content=None, finish=None, **more):
    """Return one event of a stream."""
    delta = {} if content is None else {"content": content}
    body = {"id": "1", "object": "chat.completion.chunk", "model": "tanpura-1"}
    body["choices"] = [{"index": 0, "delta": delta, "finish_reason": finish}]
    return event({**body, **more})


def event(body):
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n".encode()


DONE = b"data: [DONE]\n\n"


class Answer:
    """What one request gets: a status, headers, and a body in pieces; numbers among the pieces are pauses in seconds."""

    def __init__(self, *pieces, status=200, headers=None, cut=False):
        self.pieces, self.status, self.cut = pieces, status, cut
        self.headers = EVENTS if headers is None else headers


def good(text="সা রে গা"):
    return Answer(chunk(text), chunk(finish="stop"), DONE)


def refused(status, body, **headers):
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    kind = "application/json" if not isinstance(body, bytes) else "text/html"
    return Answer(raw, status=status, headers={"Content-Type": kind, **headers})


class HostileServer:
    """Serves its `answers` one after the other, the last one for ever, and keeps what it was asked."""

    def __init__(self):
        self.answers, self.asked = [], []
        self.ended = threading.Event()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                headers = {name.lower(): value for name, value in self.headers.items()}
                owner.asked.append((self.path, headers, body))
                answer = owner.answers[min(len(owner.asked), len(owner.answers)) - 1]
                if callable(answer):
                    answer = answer(self.path, body)
                self.send(answer)

            def send(self, answer):
                self.close_connection = True
                if answer is None:
                    return
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for piece in answer.pieces:
                    if isinstance(piece, (int, float)):
                        self.wfile.flush()
                        owner.ended.wait(piece)
                    else:
                        self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                        self.wfile.flush()
                if not answer.cut:
                    self.wfile.write(b"0\r\n\r\n")

            def log_message(self, *_args):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_args):
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    def will(self, *answers):
        self.answers = list(answers)
        return self

    def close(self):
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)
