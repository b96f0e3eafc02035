-- Offsets count bytes of a text of two each; the end of the last statement is -1.
SELECT t.query_plan, substring(
  b.text, @from / 2 + 1, (CASE WHEN @to < 0 THEN datalength(b.text) ELSE @to END - @from) / 2 + 1)
FROM sys.dm_exec_text_query_plan(@handle, CAST(@from AS int), CAST(@to AS int)) AS t
OUTER APPLY sys.dm_exec_sql_text(@handle) AS b
