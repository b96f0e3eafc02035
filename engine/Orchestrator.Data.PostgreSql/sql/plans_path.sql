-- Leaves out schemas in which somebody may create, or that somebody owns, who could not become this user anyway: a
-- function there, made to fit better than the server's own, would run while a plan is made. Who may do so by a role
-- counts as well, also where the role has to be taken on first.
WITH others AS MATERIALIZED
    (SELECT r.oid FROM pg_roles AS r WHERE r.rolcanlogin AND NOT pg_has_role(r.oid, session_user, 'MEMBER'))
SELECT set_config(
    'search_path', coalesce(string_agg(quote_ident(s.name), ', ' ORDER BY s.place) FILTER (WHERE NOT s.is_open), ''),
    true), coalesce(bool_or(s.is_open), false)
FROM (SELECT p.name, p.place, EXISTS
          (SELECT 1
           FROM pg_roles AS m
           WHERE NOT m.rolsuper AND (m.oid = n.nspowner OR has_schema_privilege(m.oid, n.oid, 'CREATE'))
             AND EXISTS (SELECT 1 FROM others AS o WHERE pg_has_role(o.oid, m.oid, 'MEMBER'))) AS is_open
      FROM unnest(@schemas::name[]) WITH ORDINALITY AS p (name, place)
      JOIN pg_namespace AS n ON n.nspname = p.name) AS s
