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
        var one = PackageCases.All[name];
        using var solution = new PackageSolution();
        solution.Package(one);

        var import = Import(solution);

        Assert.That(WrittenOrder.Broken(one.Text, one.File, import), Is.Empty);
        Assert.That(import.Refused, Is.Empty);
    }

    [Test]
    public void A_broken_order_would_be_found()
    {
        var one = PackageCases.All["one_after_another"];
        using var solution = new PackageSolution();
        solution.Package(one);
        var import = Import(solution);

        import.Plan.Solution.Objects.ToList().ForEach(each => each.DependsOn.Clear());

        Assert.That(WrittenOrder.Broken(one.Text, one.File, import),
            Is.EqualTo((string[])["Nightly.dtsx: Nightly/Second does not wait for Nightly/First"]));
    }

    private static SsisImport Import(PackageSolution solution) => SsisImport.Of(
        EstateFolders.Read([Path.Combine(solution.Folder, "packages")], ReadingBounds.Default), "made", null,
        files => SsisCheck.Of(files, _ => null));
}
