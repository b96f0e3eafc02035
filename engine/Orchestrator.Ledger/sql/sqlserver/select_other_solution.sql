SELECT TOP (1) solution FROM orchestrator.runs WHERE environment = @p1 AND solution <> @p2
