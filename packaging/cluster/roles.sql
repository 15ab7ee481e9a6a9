-- Once, as the superuser on the first primary: the role that owns the tables, and the one that serves people.
create role coffer login password 'PASSWORD_OF_COFFER';
create role coffer_app login password 'PASSWORD_OF_COFFER_APP';
create database coffer owner coffer;
grant connect on database coffer to coffer_app;
