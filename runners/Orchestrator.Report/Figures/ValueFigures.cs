namespace Orchestrator.Report.Figures;

/// <summary>A value that a package has set.</summary>
/// <param name="Variable">Its variable.</param>
/// <param name="Package">The package.</param>
/// <param name="Shown">The value; of a sensitive one that it is hidden, of rows how many there are.</param>
internal sealed record ValueFigures(string Variable, string Package, string Shown);
