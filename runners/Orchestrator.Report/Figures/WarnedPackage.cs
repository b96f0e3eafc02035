namespace Orchestrator.Report.Figures;

/// <summary>What somebody should look at although a package succeeded.</summary>
internal sealed record WarnedPackage(PackageFigures Package, string Text);
