using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>How long the columns of a table may be as they are declared: what is said of it the server does.</summary>
internal sealed class DeclaredWidthTests
{
    private static readonly MariaDbDialect Dialect = new();

    [TestCase(381, false)]
    [TestCase(382, true)]
    public void Columns_that_are_declared_too_long_are_refused_as_the_server_refuses_them(int last, bool isRefused)
    {
        RowColumn[] columns =
        [
            .. "abcd".Select(name => new RowColumn($"{name}", TestDatabase.Type("nvarchar(4000)"))),
            new("e", TestDatabase.Type($"nvarchar({last})")),
        ];
        using var database = new TestDatabase();
        var make = $"CREATE TABLE t ({string.Join(", ", columns.Select(column => Dialect.Declare(column)))}) "
            + "DEFAULT CHARACTER SET utf8mb4";

        Assert.That(
            () => database.Run(make),
            isRefused ? Throws.Exception.Message.Contains("Row size too large") : Throws.Nothing);
        Assert.That(Dialect.WidthRefusal(columns), isRefused ? Does.Contain("65535") : Is.Null);
    }

    [Test]
    public void What_has_no_limit_of_its_own_is_no_longer_for_it() => Assert.That(
        Dialect.WidthRefusal(
            [.. Enumerable.Range(0, 1000).Select(i => new RowColumn($"c{i}", TestDatabase.Type("nvarchar(max)")))]),
        Is.Null);
}
