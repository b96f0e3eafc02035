using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Two things of packages are two here, however alike a file system takes their names.</summary>
internal sealed class ImportNamesTests
{
    private PackageSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new PackageSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void Packages_that_are_called_the_same_but_for_case_or_signs_are_two()
    {
        _solution.Package("one/Night ly", Named("Nightly", "EXEC dbo.One"));
        _solution.Package("one/Night_ly", Named("nightly", "EXEC dbo.Two"));

        var said = _solution.Import();

        Assert.That(said.ExitCode, Is.Zero, said.Out + said.Error);
        Assert.That(_solution.Made(), Does.Contain("EXEC dbo.One").And.Contain("EXEC dbo.Two"));
        Assert.That(_solution.Has("ssis/one_Night_ly/package.json"), Is.True);
        Assert.That(_solution.Has("ssis/one_Night_ly_2/package.json"), Is.True);
        Assert.That(Files().Select(path => path.ToUpperInvariant()), Is.Unique);
    }

    [Test]
    public void Rows_of_two_flows_are_landed_in_two_tables_however_alike_these_are_called()
    {
        _solution.Package("Nightly", Of(Changing("Load", "Orders Sort") + Changing("Load Orders", "Sort")));

        var said = _solution.Import();

        Assert.That(said.ExitCode, Is.Zero, said.Out + said.Error);
        Assert.That(_solution.Made(), Does.Contain("target: {name: stage_Nightly_Load_Orders_Sort}")
            .And.Contain("target: {name: stage_Nightly_Load_Orders_Sort_2}")
            .And.Contain("FROM [dbo].[Total], [stage_Nightly_Load_Orders_Sort_2]"));
    }

    [Test]
    public void Each_call_of_a_package_lands_its_rows_in_a_table_of_its_own()
    {
        static string Call(string path) => Task(path, "Microsoft.ExecutePackageTask", "<ExecutePackageTask>"
            + "<UseProjectReference>True</UseProjectReference><PackageName>Child.dtsx</PackageName>"
            + "</ExecutePackageTask>");
        _solution.Package("Child", Of(Changing("Load", "Change"), name: "Child"));
        _solution.Package("Parent", Of(Call("A") + Call("B"), name: "Parent"));

        var said = _solution.Import();

        Assert.That(said.ExitCode, Is.Zero, said.Out + said.Error);
        Assert.That(_solution.Made(), Does.Contain("target: {name: stage_Child_Load_Change}")
            .And.Contain("target: {name: stage_Child_Load_Change_2}"));
    }

    [Test]
    public void Tasks_and_connections_that_look_alike_are_two()
    {
        _solution.Package("Nightly", Of(
            Sql("Work 1", "EXEC dbo.One") + Sql("work_1", "EXEC dbo.Two", connection: "Source")));

        var said = _solution.Import();

        Assert.That(said.ExitCode, Is.Zero, said.Out + said.Error);
        Assert.That(_solution.Made(), Does.Contain("EXEC dbo.One").And.Contain("EXEC dbo.Two"));
        Assert.That(Files().Select(path => path.ToUpperInvariant()), Is.Unique);
    }

    [Test]
    public void Two_connections_with_passwords_need_two_secrets()
    {
        const string trusted = "Integrated Security=SSPI;";
        const string known = "User ID=etl;";
        _solution.Package("Nightly", Of(
            Sql("One", "EXEC dbo.One") + Sql("Two", "EXEC dbo.Two", connection: "Source"))
            .Replace(trusted, known, StringComparison.Ordinal)
            .Replace("\"Source\"", "\"The-Db\"", StringComparison.Ordinal)
            .Replace("\"Target\"", "\"The_Db\"", StringComparison.Ordinal));

        var said = _solution.Import();

        Assert.That(said.ExitCode, Is.Zero, said.Out + said.Error);
        Assert.That(_solution.Made(), Does.Contain("${secret:THE_DB}").And.Contain("${secret:THE_DB_2}"));
    }

    [Test]
    public void A_name_that_is_a_device_on_some_machine_is_none_here()
    {
        _solution.Package("Nightly", Of(Sql("AUX", "EXEC dbo.One")));

        _solution.Import();

        Assert.That(_solution.Has("projects/Nightly/objects/AUX_.yaml"), Is.True);
    }

    [Test]
    public void The_name_of_a_project_leaves_room_for_that_of_an_object()
    {
        _solution.Package("Nightly", Named(new string('n', 100), "EXEC dbo.One"));

        var said = _solution.Import();

        Assert.That(said.ExitCode, Is.Zero, said.Out + said.Error);
        Assert.That(_solution.Has($"projects/{new string('n', 60)}/objects/Work.yaml"), Is.True);
    }

    [Test]
    public void A_second_time_names_are_the_same()
    {
        _solution.Package("one/Night ly", Named("Nightly", "EXEC dbo.One"));
        _solution.Package("one/Night_ly", Named("nightly", "EXEC dbo.Two"));
        _solution.Import();

        var again = _solution.Import();

        Assert.That(again.Out, Does.Contain("wrote 0 files"));
    }

    private static string Changing(string task, string component)
    {
        var flow = new FlowXml(task).Table("Read", "[dbo].[Sale]", "Id:i4 Amount:i4");
        return flow.Add(component, "Microsoft.OLEDBCommand", "Target",
                [flow.Input("Input", [flow.Take("Read.Amount", "Param_0"), flow.Take("Read.Id", "Param_1")])], [],
                ("SqlCommand", "UPDATE [dbo].[Total] SET Amount = ? WHERE Id = ?"))
            .Arrow("Read", component).Task();
    }

    private static string Named(string name, string statement) => Of(Sql("Work", statement))
        .Replace("\"Nightly\"", $"\"{name}\"", StringComparison.Ordinal);

    private IEnumerable<string> Files() => Directory.EnumerateFiles(
        Path.Combine(_solution.Folder, "made"), "*", SearchOption.AllDirectories);
}
