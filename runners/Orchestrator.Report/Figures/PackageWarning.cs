namespace Orchestrator.Report.Figures;

/// <summary>What somebody should look at although a package succeeded.</summary>
internal sealed record PackageWarning(PackageFigures Package, string Text);
