"""Settings of the budget app: one SQLite file, opened again for each request.

So it can be put back by copying. Read by the app itself, in an environment of its own."""

import os

from sqlalchemy.pool import NullPool

SECRET_KEY = "a training world has no secrets"
SQLALCHEMY_DATABASE_URI = "sqlite:///" + os.environ["BUDGET_DATABASE"]
SQLALCHEMY_ENGINE_OPTIONS = {"poolclass": NullPool}
SESSION_COOKIE_SECURE = False
PERMANENT_SESSION_LIFETIME = 20 * 365 * 24 * 3600
PASSWORD_HASH_METHOD = "pbkdf2:sha256:1000"
ACTIVATE_DEMO_PROJECT = False
SHOW_ADMIN_EMAIL = False
MAIL_PORT = 9
RATELIMIT_ENABLED = False
