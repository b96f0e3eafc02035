using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>What becomes of the rows of a statement that gives several sets, or whose rows nobody takes.</summary>
internal sealed class ImportedResultTests
{
    private const string Main = "projects/Nightly/objects/";

    private PackageSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new PackageSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase("SELECT Id FROM dbo.T; EXEC dbo.Ask")]
    [TestCase("SELECT Id FROM dbo.T; INSERT INTO dbo.U VALUES (1); SELECT 2")]
    [TestCase("IF EXISTS (SELECT 1) SELECT 1; IF EXISTS (SELECT 2) PRINT '' ELSE SELECT 2")]
    [TestCase("IF EXISTS (SELECT 1) SELECT 1 ELSE PRINT ''; SELECT 2")]
    public void Of_several_sets_of_rows_nobody_takes_another_one(string statement)
    {
        Import(Of(Sql("Ask", statement, Result("0", "User::Id"), OneRow)
            + Sql("Use", "EXEC dbo.Say ?", Parameter("0", "User::Id")), Arrow("Ask", "Use"), Variable("Id", 3, "0")));

        Assert.That(_solution.Text($"{Main}Ask.yaml"), Does.Contain("ORC6075").And.Contain("several sets"));
    }

    [TestCase("SELECT Id FROM dbo.T WHERE N IN (SELECT 1) SELECT Id, N FROM dbo.U ORDER BY N", 1)]
    [TestCase("IF EXISTS (SELECT 1 FROM dbo.T) SELECT 7 ELSE SELECT 8", 2)]
    [TestCase("IF 1 = 0 BEGIN SELECT CASE WHEN 1 = 1 THEN 7 ELSE 8 END END ELSE IF 1 = 1 SELECT 8 ELSE SELECT 9", 3)]
    public void Of_several_queries_the_first_that_is_asked_gives_its_row(string statement, int named)
    {
        Import(Of(Sql("Ask", statement, Result("0", "User::Found"), OneRow)
            + Sql("Use", "EXEC dbo.Say ?", Parameter("0", "User::Found")), Arrow("Ask", "Use"),
            Variable("Found", 3, "0")));

        var ask = _solution.Text($"{Main}Ask.yaml");
        Assert.That(ask, Does.Not.Contain("ORC6075").And.Not.Contain("dbo.U"));
        Assert.That(ask.Split("Found]").Length - 1, Is.EqualTo(named == 1 ? 0 : named), ask);
        IsValid();
    }

    [Test]
    public void Rows_that_scripts_alone_read_are_left_to_them()
    {
        Import(Of(
            Sql("Ask", "SELECT Id, Name FROM dbo.T", Result("0", "User::Rows"),
                "SQLTask:ResultType=\"ResultSetType_Rowset\"")
                + Sql("Unread", "SELECT Id FROM dbo.U", Result("0", "User::Other"),
                    "SQLTask:ResultType=\"ResultSetType_Rowset\"")
                + Task("Report", "Microsoft.ScriptTask", "<ScriptProject Name=\"S\" Language=\"CSharp\" "
                    + "ReadOnlyVariables=\"User::Rows\"><ProjectItem Name=\"ScriptMain.cs\"><![CDATA[class A { }]]>"
                    + "</ProjectItem></ScriptProject>"),
            Arrow("Ask", "Report"), Variable("Rows", 13, "") + Variable("Other", 13, "")));

        Assert.That(_solution.Text($"{Main}Ask.yaml"), Does.Contain("scripts alone read").And.Not.Contain("ORC6075")
            .And.Not.Contain("sets:").And.Contain("SELECT Id, Name FROM dbo.T"));
        Assert.That(_solution.Text($"{Main}Unread.yaml"), Does.Contain("nobody reads 'User::Other'"));
    }

    [Test]
    public void A_value_that_is_reckoned_once_from_itself_begins_with_what_the_package_has()
    {
        Import(Of(
            Task("Next", "Microsoft.ExpressionTask", "<ExpressionTask Expression=\"@[User::N] = @[User::N] + 1\"/>")
                + Sql("Use", "EXEC dbo.Say ?", Parameter("0", "User::N")),
            Arrow("Next", "Use"), Variable("N", 3, "41")));

        Assert.That(_solution.Text($"{Main}Next.yaml"), Does.Contain("sets: {\"N\": \"42\"}"));
        IsValid();
    }

    private void Import(string package)
    {
        _solution.Package("Nightly", package);

        var made = _solution.Import();

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
    }

    private void IsValid()
    {
        var said = _solution.Call("validate", "-C", "made");

        Assert.That(said.ExitCode, Is.Zero, said.Out + said.Error);
    }
}
