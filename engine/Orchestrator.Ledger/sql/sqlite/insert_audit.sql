INSERT INTO audit (environment, at, who, role, address, action, object, outcome, detail)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
