SELECT CAST(CAST(unix_timestamp(sysdate(6)) * 1000000 AS SIGNED) AS CHAR)
