using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Variables that are reckoned one from another: what stood there in the designer is none of their values.
/// </summary>
internal sealed class ImportedCircleTests
{
    private const string Used = "projects/Nightly/objects/Use.yaml";

    private PackageSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new PackageSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void Variables_in_a_circle_are_left_to_a_person()
    {
        _solution.Package("Nightly", Of(Sql("Use", "EXEC dbo.Work ?", Parameter("0", "User::A")), "",
            Variable("A", 8, "old", "@[User::B] + \"a\"") + Variable("B", 8, "old", "@[User::A] + \"b\"")));

        _solution.Import();

        Assert.That(_solution.Text(Used), Does.Contain("code: ORC6083").And.Contain("in a circle"));
    }

    [Test]
    public void A_long_chain_over_a_value_of_the_run_is_reckoned_and_no_circle()
    {
        _solution.Package("Nightly", Of(
            Sql("Ask", "SELECT 1 AS R", Result("R", "User::V0"), OneRow)
                + Sql("Use", "EXEC dbo.Work ?", Parameter("0", "User::V20")),
            Arrow("Ask", "Use"),
            Variable("V0", 3, "0") + string.Concat(Enumerable.Range(1, 20).Select(number =>
                Variable($"V{number}", 3, "0", $"@[User::V{number - 1}] + 1")))));

        var said = _solution.Import();

        Assert.That(said.ExitCode, Is.Zero, said.Out + said.Error);
        Assert.That(_solution.Made(), Does.Not.Contain("code: ORC60"));
    }

    [Test]
    public void A_text_that_is_doubled_without_end_is_reckoned_in_the_run_and_not_taken_from_the_designer()
    {
        _solution.Package("Nightly", Of(Sql("Use", "EXEC dbo.Work ?", Parameter("0", "User::V40")), "",
            Variable("V0", 8, "x") + string.Concat(Enumerable.Range(1, 40).Select(number => Variable(
                $"V{number}", 8, "old", $"@[User::V{number - 1}] + @[User::V{number - 1}]")))));

        _solution.Import();

        Assert.That(_solution.Text(Used), Does.Contain("dependsOn").Or.Contain("code: ORC60"));
        Assert.That(_solution.Made(), Does.Not.Contain("default: old"));
    }

    [Test]
    public void A_value_of_constants_is_what_its_expression_comes_to()
    {
        _solution.Package("Nightly", Of(Sql("Use", "EXEC dbo.Work ?", Parameter("0", "User::B")), "",
            Variable("A", 8, "x") + Variable("B", 8, "old", "@[User::A] + \"y\"")));

        _solution.Import();

        Assert.That(_solution.Text("solution.yaml"), Does.Contain("xy").And.Not.Contain("old"));
    }
}
