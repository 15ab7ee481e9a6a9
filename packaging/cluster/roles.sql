-- Once, as the superuser on the first primary: the role that owns the tables, and the one that serves people.
-- It makes a database of its own each night, in which the backup is tried out.
create role coffer login createdb password 'PASSWORD_OF_COFFER';
create role coffer_app login password 'PASSWORD_OF_COFFER_APP';
create database coffer owner coffer;
grant connect on database coffer to coffer_app;
-- So that the pages of its tables are read every night.
\connect coffer
create extension amcheck;
grant execute on function bt_index_check(regclass, boolean), verify_heapam(regclass, boolean, boolean, text, bigint, bigint) to coffer;
