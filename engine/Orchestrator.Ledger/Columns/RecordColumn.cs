namespace Orchestrator.Ledger.Columns;

/// <summary>A column of a record: its name, and its place in the rows in which the record is read.</summary>
internal readonly record struct RecordColumn(string Name, int Place);
