using Orchestrator.Cli.Imports;
using Orchestrator.Import.Ssis;
using Orchestrator.Ssis.Estates;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>What a package orders is ordered in what is made of it.</summary>
internal sealed class ImportOrderTests
{
    private static IEnumerable<string> Names => PackageCases.All.Keys;

    [TestCaseSource(nameof(Names))]
    public void The_closure_of_the_constraints_is_in_the_order_of_the_objects(string name)
    {
        using var folder = new TemporaryFolder();
        folder.Write("Nightly.dtsx", PackageCases.All[name]);

        var import = SsisImport.Of(
            EstateFolders.Read([folder.Path], ReadingBounds.Default), "made", null,
            files => SsisCheck.Of(files, _ => null));

        Assert.That(WrittenOrder.Broken(PackageCases.All[name], "Nightly.dtsx", import), Is.Empty);
        Assert.That(import.Refused, Is.Empty);
    }

    [Test]
    public void A_broken_order_would_be_found()
    {
        using var folder = new TemporaryFolder();
        folder.Write("Nightly.dtsx", PackageCases.All["one_after_another"]);
        var import = SsisImport.Of(
            EstateFolders.Read([folder.Path], ReadingBounds.Default), "made", null,
            files => SsisCheck.Of(files, _ => null));

        import.Plan.Solution.Objects.ToList().ForEach(each => each.DependsOn.Clear());

        Assert.That(WrittenOrder.Broken(PackageCases.All["one_after_another"], "Nightly.dtsx", import),
            Is.EqualTo((string[])["Nightly.dtsx: Nightly/Second does not wait for Nightly/First"]));
    }
}
