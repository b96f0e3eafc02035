-- The services that carry out schedules.

-- insert_service: Begins a service.
INSERT INTO orchestrator.services (solution, environment, host, user_name, process_id, process_began, boot_id,
                                   version, address, started_at, renewed_at, stopped_at)
{inserted service}
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, NULL)
{returning service}

-- update_service_renewed: Says that a service lives.
UPDATE orchestrator.services SET renewed_at = ?2
{inserted service}
WHERE service = ?1 AND stopped_at IS NULL
{returning service}

-- update_service_stopped: Ends a service.
UPDATE orchestrator.services SET stopped_at = {greatest started_at, ?2}
{inserted service}
WHERE service = ?1 AND stopped_at IS NULL
{returning service}

-- select_services: Services, newest first.
SELECT {service.*}
FROM orchestrator.services
WHERE (?1 IS NULL OR environment = ?1)
ORDER BY service DESC
{first ?2}

-- select_services_not_stopped: The services of an environment that have not stopped.
SELECT {service.*}
FROM orchestrator.services
WHERE environment = ?1 AND stopped_at IS NULL
ORDER BY service
