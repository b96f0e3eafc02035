using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Packages that call others: what is called is a part of the batch of who calls it.</summary>
internal sealed class ImportedCallTests
{
    private PackageSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new PackageSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void A_package_is_a_part_of_each_batch_that_calls_it()
    {
        Package("Child", Of(Sql("Work", "EXEC dbo.Work ?", Parameter("0", "User::Day")), "", Variable("Day", 8, "x")));
        Package("One", Of(Call("A") + Call("B"), Arrow("A", "B")));
        Package("Two", Of(Call("A")));

        Assert.That(_solution.Import().ExitCode, Is.Zero);

        Assert.That(_solution.Text("batches/One.yaml"), Does.Contain("Child").And.Contain("Child_2"));
        Assert.That(_solution.Text("batches/Two.yaml"), Does.Contain("Child_3"));
        Assert.That(_solution.Text("projects/Child_2/objects/Work.yaml"), Does.Contain("EXEC dbo.Work")
            .And.Contain("project: Child"));
        Assert.That(_solution.Has("batches/Child.yaml"), Is.False);
        IsValid();
    }

    [Test]
    public void Packages_that_call_each_other_stay_left_to_a_person()
    {
        Package("One", Of(Call("A", "Two.dtsx")));
        Package("Two", Of(Call("A", "One.dtsx")));

        _solution.Import();

        Assert.That(_solution.Made(), Does.Contain("the package calls itself"));
    }

    // The first of them is the call itself, the second what it stands in.
    [TestCase(true, "A")]
    [TestCase(false, "Group")]
    public void A_call_that_an_expression_disables_is_left_to_a_person(bool isCall, string named)
    {
        const string Disabled = "<DTS:PropertyExpression DTS:Name=\"Disable\">@[User::Off] == 1"
            + "</DTS:PropertyExpression>";
        var call = Call("Group\\A");
        var group = Sequence("Group", isCall ? call.Replace("<DTS:ObjectData>", $"{Disabled}<DTS:ObjectData>",
            StringComparison.Ordinal) : call);
        Package("Child", Of(Sql("Work", "EXEC dbo.Work")));
        Package("One", Of(isCall ? group : group.Replace("<DTS:Variables>", $"{Disabled}<DTS:Variables>",
            StringComparison.Ordinal), "", Variable("Off", 3, "0")));

        Assert.That(_solution.Import().ExitCode, Is.Zero);

        Assert.That(_solution.Made(), Does.Match($"an expression says whether '+{named}'+ is disabled"));
        Assert.That(_solution.Has("batches/Child.yaml"), Is.True);
    }

    private void Package(string name, string package) =>
        _solution.Package(name, package.Replace("Nightly", name, StringComparison.Ordinal));

    private void IsValid()
    {
        var said = _solution.Call("validate", "-C", "made");

        Assert.That(said.ExitCode, Is.Zero, said.Out + said.Error);
    }

    private static string Call(string path, string package = "Child.dtsx") =>
        Task(path, "Microsoft.ExecutePackageTask", "<ExecutePackageTask><UseProjectReference>True"
            + $"</UseProjectReference><PackageName>{package}</PackageName></ExecutePackageTask>");
}
