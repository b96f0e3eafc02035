namespace Orchestrator.Data.Files.Excel;

/// <summary>A sheet that a workbook names.</summary>
/// <param name="Name">Its name.</param>
/// <param name="IsOffered">
/// Whether it is read where nobody names one: it is visible, and has rows, as charts have not.
/// </param>
/// <param name="Part">Where it lies in the packed workbook; empty = nowhere.</param>
internal sealed record SheetEntry(string Name, bool IsOffered, string Part = "");
