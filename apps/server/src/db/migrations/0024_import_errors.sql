-- Why an import failed, as JSON with a message: no content of any row, and nothing that was typed.
ALTER TABLE "import_session" ADD COLUMN "error_details" text;
