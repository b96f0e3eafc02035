using Orchestrator.Cli.Imports;
using Orchestrator.Import.Ssis;
using Orchestrator.Import.Ssis.Drafts;
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

    [Test]
    public void What_fails_before_the_last_object_of_a_flow_is_a_failure_of_the_flow()
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", PackageCases.All["lookup_in_another_database"].Text
            .Replace("</DTS:Executables>", PackageXml.Sql("Told", "EXEC dbo.Tell") + "</DTS:Executables>",
                StringComparison.Ordinal)
            .Replace("<DTS:PrecedenceConstraints>", "<DTS:PrecedenceConstraints>"
                + PackageXml.Arrow("Load", "Told", "DTS:Value=\"1\""), StringComparison.Ordinal));

        var told = Import(solution).Plan.Solution.Objects.Single(each => each.Name == "Told");

        Assert.That(told.DependsOn, Has.Count.GreaterThan(1));
        Assert.That(told.DependsOn.Select(each => each.Outcome), Has.All.EqualTo(DraftOutcome.Failure));
        Assert.That(told.DependsOn.Select(each => each.AnyOf), Has.None.EqualTo(0));
    }

    [Test]
    public void What_is_behind_something_disabled_waits_for_what_is_before_it_whatever_else_is_enough()
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", PackageXml.Of(
            PackageXml.Sql("First", "EXEC dbo.One")
                + PackageXml.Sql("Off", "EXEC dbo.Off", attributes: "DTS:Disabled=\"True\"")
                + PackageXml.Sql("Last", "EXEC dbo.Last"),
            PackageXml.Arrow("First", "Off") + PackageXml.Arrow("Off", "Last", "DTS:EvalOp=\"4\" "
                + "DTS:Expression=\"@[$Package::Count] &gt; 0\" DTS:LogicalAnd=\"True\""),
            more: PackageXml.Given("Count", 3, "1")));

        var last = Import(solution).Plan.Solution.Objects.Single(each => each.Name == "Last");

        Assert.That(last.DependsOn.Where(each => each.IsPlain).Select(each => each.Object?.Name),
            Is.EquivalentTo((string[])["Off", "First"]));
        Assert.That(last.DependsOn.All(each => each.IsPlain), Is.True);
    }

    [TestCase("DTS:MaxErrorCount=\"0\"", "MaxErrorCount = 0")]
    [TestCase("DTS:ForceExecutionResult=\"0\"", "ForceExecutionResult")]
    public void A_container_that_goes_on_behind_a_failure_is_told_of(string attribute, string told)
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", PackageXml.Of(PackageXml.Task("Group", "STOCK:SEQUENCE", "", PackageXml.Inner(
            PackageXml.Sql("Group\\One", "EXEC dbo.One")), attribute)));

        var one = Import(solution).Plan.Solution.Objects.Single();

        Assert.That(one.Open.Select(each => each.Reason.Text), Is.EqualTo((string[])[told]));
    }

    [TestCase("True", false)]
    [TestCase("False", true)]
    public void Handlers_that_are_switched_off_do_nothing(string isOff, bool isEnabled)
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", PackageCases.All["handler"].Text.Replace(
            "DTS:ObjectName=\"Work\"", $"DTS:ObjectName=\"Work\" DTS:DisableEventHandlers=\"{isOff}\"",
            StringComparison.Ordinal));

        var tell = Import(solution).Plan.Solution.Objects.Single(each => each.Name == "Tell");

        Assert.That(tell.IsEnabled, Is.EqualTo(isEnabled));
    }

    [Test]
    public void An_error_of_any_package_that_is_called_rises_to_the_caller()
    {
        using var solution = new PackageSolution();
        Nested(solution);

        var import = Import(solution);
        var told = import.Plan.Solution.Objects.Single(each => each.Name == "Tell");

        Assert.That(told.DependsOn.Select(each => each.Whole?.Name),
            Is.EquivalentTo((string[])["Main", "Child", "Deep"]));
        Assert.That(told.DependsOn.Select(each => each.Outcome), Has.All.EqualTo(DraftOutcome.Failure));
        Assert.That(told.DependsOn.Select(each => each.AnyOf).Distinct().Single(), Is.Positive);
        Assert.That(import.Refused, Is.Empty);
    }

    [Test]
    public void What_is_behind_a_call_waits_for_all_that_is_called_there()
    {
        using var solution = new PackageSolution();
        Nested(solution);

        var last = Import(solution).Plan.Solution.Objects.Single(each => each.Name == "Last");

        Assert.That(last.DependsOn.Select(each => each.Whole?.Name), Is.EquivalentTo((string[])["Child", "Deep"]));
        Assert.That(last.DependsOn.All(each => each.IsPlain), Is.True);
    }

    [Test]
    public void What_is_enough_for_a_call_is_told_apart_from_what_is_enough_in_the_called_package()
    {
        const string either = "DTS:LogicalAnd=\"False\"";
        using var solution = new PackageSolution();
        solution.Package("Child", PackageXml.Of(
            PackageXml.Sql("X", "EXEC dbo.X") + PackageXml.Sql("Y", "EXEC dbo.Y") + PackageXml.Sql("Z", "EXEC dbo.Z"),
            PackageXml.Arrow("X", "Z", either) + PackageXml.Arrow("Y", "Z", either), name: "Child"));
        solution.Package("Main", PackageXml.Of(
            PackageXml.Sql("A", "EXEC dbo.A") + PackageXml.Sql("B", "EXEC dbo.B") + Calling("Child"),
            PackageXml.Arrow("A", "Call", either) + PackageXml.Arrow("B", "Call", either), name: "Main"));

        var last = Import(solution).Plan.Solution.Objects.Single(each => each.Name == "Z");

        Assert.That(last.DependsOn.GroupBy(each => each.AnyOf)
            .Select(group => string.Join(' ', group.Select(each => each.Object?.Name).Order())),
            Is.EquivalentTo((string[])["A B", "X Y"]));
    }

    // Main calls Child, which calls Deep.
    private static void Nested(PackageSolution solution)
    {
        solution.Package("Deep", PackageXml.Of(PackageXml.Sql("Inmost", "EXEC dbo.Deep"), name: "Deep"));
        solution.Package("Child", PackageXml.Of(
            PackageXml.Sql("Own", "EXEC dbo.Own") + Calling("Deep"), name: "Child"));
        solution.Package("Main", PackageXml.Of(
            Calling("Child") + PackageXml.Sql("Last", "EXEC dbo.Last"), PackageXml.Arrow("Call", "Last"), name: "Main",
            more: "<DTS:EventHandlers><DTS:EventHandler DTS:refId=\"Package.EventHandlers[OnError]\" "
                + "DTS:EventName=\"OnError\" DTS:DTSID=\"{H}\" DTS:CreationName=\"OnError\">"
                + PackageXml.Inner(PackageXml.Sql("EventHandlers[OnError]\\Tell", "EXEC dbo.Tell").Replace(
                    "Package\\Event", "Package.Event", StringComparison.Ordinal))
                + "</DTS:EventHandler></DTS:EventHandlers>"));
    }

    private static string Calling(string package) => PackageXml.Task("Call", "Microsoft.ExecutePackageTask",
        "<ExecutePackageTask><UseProjectReference>True</UseProjectReference>"
            + $"<PackageName>{package}.dtsx</PackageName></ExecutePackageTask>");

    private static SsisImport Import(PackageSolution solution) => SsisImport.Of(
        EstateFolders.Read([Path.Combine(solution.Folder, "packages")], ReadingBounds.Default), "made", null,
        files => SsisCheck.Of(files, _ => null));
}
