"""Answers every request that fails with one line of JSON. Knows no route."""

from __future__ import annotations

import logging
import sqlite3

from aiohttp import web
from aiohttp.http_exceptions import (
    BadHttpMethod,
    BadStatusLine,
    ContentEncodingError,
    HttpProcessingError,
    LineTooLong,
)
from aiohttp.typedefs import Handler

from courtside_store.database_file import DatabaseGone
from courtside_store.error_stacks import type_and_stack

from .access_guard import HEADERS, error_json
from .disk_refusals import DiskRefused

log = logging.getLogger(__name__)


class PlainHandler(web.RequestHandler):
    """aiohttp's handler, but what is no HTTP request is answered with a line of JSON too."""

    __slots__ = ()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Replaces aiohttp's answer, which quotes what it cannot read, over several lines."""
        super().handle_error(request, status, exc, message)
        error = _failed(status, _why(status, exc))
        error.force_close()
        return error


def _why(status: int, error: BaseException | None) -> str:
    match error:
        case BadHttpMethod() | BadStatusLine():
            return "the first line is no HTTP request; see docs/reference/protocol.md"
        case LineTooLong():
            return "a line of the request is too long; at most 8,190 bytes"
        case HttpProcessingError() if "'Host'" in error.message:
            return "the request has no Host header, or two; send one, e.g. Host: 127.0.0.1:4780"
        case HttpProcessingError():
            return "the headers of the request cannot be read; see docs/reference/protocol.md"
    return f"the daemon failed with {status}; its log says where"


@web.middleware
async def one_line_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Whatever went wrong is answered with one line of JSON, without our stack."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        # Never the error itself: a connection keeps its last answer, and so would keep the body.
        if error.content_type == "application/json":
            return web.Response(body=error.body, status=error.status, headers=error.headers)
        kind = type(error)
        if kind is web.HTTPRequestEntityTooLarge:
            why = "the body is too large; see the limits in docs/reference/protocol.md"
            return _failed(413, why)
        return _failed(error.status, f"{error.status} {error.reason}")
    except (web.RequestPayloadError, ContentEncodingError) as error:
        return _failed(400, f"the body cannot be read ({type(error).__name__}); send it again")
    except ConnectionError:  # it has left; nobody reads this answer
        return _failed(400, "the connection ended")
    except (DatabaseGone, DiskRefused) as error:
        log.error("a request was refused: %s", error)
        return _failed(503, str(error))
    except (sqlite3.OperationalError, OSError) as error:
        log.error("the disk refused a request: %s", type_and_stack(error))
        return _failed(503, "the disk refused to write; free some space, then try again")
    except Exception as error:  # noqa: BLE001  the guard around a connection
        log.error("a request failed: %s", type_and_stack(error))
        return _failed(500, f"the daemon failed ({type(error).__name__}); its log says where")


def _failed(status: int, why: str) -> web.Response:
    return web.json_response(text=error_json(why), status=status, headers=HEADERS)


def without_values() -> logging.Logger:
    """A logger for the HTTP library: it logs an error's kind, never the request that it quotes."""
    quiet = logging.getLogger(f"{__name__}.http")
    if not quiet.filters:
        quiet.addFilter(_leave_out)
    return quiet


def _leave_out(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HttpProcessingError | web.RequestPayloadError):  # answered, not logged
        return False
    if record.exc_info and error:
        record.msg, record.args = f"{record.msg}: %s", (*(record.args or ()), type_and_stack(error))
        record.exc_info = record.exc_text = None
    return True
