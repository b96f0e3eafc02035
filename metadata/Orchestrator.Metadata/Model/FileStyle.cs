namespace Orchestrator.Metadata.Model;

/// <summary>
/// How a file of rows is written: as RFC 4180 does, as bcp does (no quotes, no header), in columns of fixed width, as
/// one JSON object per line, or as a sheet of a workbook of Excel.
/// </summary>
public enum FileStyle { Csv, Bcp, Fixed, Jsonl, Excel }
