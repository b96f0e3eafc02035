using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>A turn over files has the name of its file, where the package has the whole path: nobody takes the one for
/// the other.</summary>
internal sealed class ImportedPathTests
{
    private const string Used = "projects/Nightly/objects/Use.yaml";

    private PackageSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new PackageSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase("EXEC dbo.Take ?", "EXEC dbo.Take @Delivery_path")]
    [TestCase("UPDATE dbo.Seen SET Name = ?, Last = ?", "SET Name = @Delivery_path, Last = @Delivery_path")]
    public void A_statement_takes_the_whole_path(string statement, string made)
    {
        Import(Sql("Each\\Use", statement,
            Parameter("0", "User::Delivery") + Parameter("1", "User::Delivery")));

        Assert.That(_solution.Text(Used), Does.Contain(made).And.Contain(
            "DECLARE @Delivery_path nvarchar(4000) = N'C:\\it''s in\\' + @Delivery;\n"));
        Assert.That(_solution.Text(Used).Split("DECLARE"), Has.Length.EqualTo(2));
    }

    [Test]
    public void A_program_takes_the_whole_path()
    {
        Import(Task("Each\\Use", "Microsoft.ExecuteProcess", "<ExecuteProcessData Executable=\"tools/use\"/>",
            Expression("Arguments", "\"/file=\" + @[User::Delivery]")));

        Assert.That(_solution.Text(Used), Does.Match(@"/file=C:\\+it's").And.Match(@"in\\+\$\{var:Delivery\}"));
    }

    [TestCase("SUBSTRING(@[User::Delivery], 7, 3)", "substring\\(Delivery_whole, 7, 3\\)")]
    [TestCase("@[User::Delivery]", "sets: \\{Name: Delivery_whole\\}")]
    public void A_value_is_reckoned_of_the_whole_path(string expression, string made)
    {
        Import(Task("Each\\Use", "Microsoft.ExpressionTask",
            $"<ExpressionTask Expression=\"@[User::Name] = {expression}\"/>"));

        Assert.That(_solution.Text(Used), Does.Match(made).And.Contain("dependsOn: [Delivery_whole]")
            .And.Not.Contain("ORC6079"));
        Assert.That(_solution.Text("projects/Nightly/objects/Delivery_whole.yaml"),
            Does.Contain("container: Each").And.Match(@"'C:\\+it''s in\\+' \|\| Delivery")
                .And.Contain("where an environment moves that of the connection"));
    }

    [Test]
    public void A_value_that_is_the_name_of_the_file_is_what_a_turn_knows()
    {
        Import(Task("Each\\Use", "Microsoft.ExpressionTask", "<ExpressionTask Expression=\"@[User::Name] = "
            + "RIGHT(@[User::Delivery], FINDSTRING(REVERSE(@[User::Delivery]), &quot;\\\\&quot;, 1) - 1)\"/>"));

        Assert.That(_solution.Text(Used), Does.Match("sets: \\{\\w+: Delivery\\}"));
    }

    [Test]
    public void A_condition_asks_for_the_whole_path()
    {
        Import(Sql("Each\\First", "EXEC dbo.First") + Sql("Each\\Use", "EXEC dbo.Take"),
            Arrow("Each\\First", "Each\\Use", "DTS:EvalOp=\"3\" DTS:LogicalAnd=\"True\" "
                + "DTS:Expression=\"@[User::Delivery] == @[User::Name]\""));

        Assert.That(_solution.Text(Used), Does.Contain("Delivery_whole").And.Not.Contain("ORC6088"));
        Assert.That(_solution.Text("projects/Nightly/objects/Delivery_whole.yaml"), Does.Contain("container: Each"));
    }

    private void Import(string tasks, string constraints = "")
    {
        _solution.Package("Nightly", Of(
            Each("Each", FilesOf("C:\\it's in", "*.csv"), Inner(tasks, constraints), "User::Delivery"), "",
            Variable("Delivery", 8, "") + Variable("Name", 8, "")));

        var made = _solution.Import();

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
    }
}
