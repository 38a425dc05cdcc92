"""Keeps the shop's pages from asking anybody else: Oscar's would fetch a script elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

_OWN = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data:"


def loopback_only(
    answer: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Django middleware. The pages fall back to the copies that Oscar brings along."""

    def restricted(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        response["Content-Security-Policy"] = _OWN
        return response

    return restricted
