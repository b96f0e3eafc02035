using System.Data.Common;
using System.Globalization;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Tds;

namespace Orchestrator.Data.Conformance.Ssis;

/// <summary>
/// SQL that is generated from expressions of SSIS gives what their evaluator gives, is NULL where that is null, and
/// fails where that has a fault, on servers that are there.
/// </summary>
internal sealed class SsisSqlPropertyTests
{
    private const int Rows = 40;
    private const double Digits = 1e-12;

    // The clock of all rows, to the server and to the evaluator.
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 10, 11, 12, 345, TimeSpan.Zero);

    private static readonly SsisNames Names = new(SsisRow.Symbols);

    [TestCase(SsisSqlDialect.Sqlite)]
    [TestCase(SsisSqlDialect.PostgreSql)]
    public void Two_thousand_random_expressions_mean_the_same(SsisSqlDialect dialect) => Compare(dialect, 2_000);

    [TestCase(SsisSqlDialect.Sqlite)]
    [TestCase(SsisSqlDialect.PostgreSql)]
    [TestCase(SsisSqlDialect.MariaDb)]
    [Category("Full")]
    public void A_hundred_thousand_random_expressions_mean_the_same(SsisSqlDialect dialect) =>
        Compare(dialect, 100_000);

    [Test]
    public void Each_version_of_SQL_Server_reads_two_thousand_random_expressions() => Parse(2_000);

    [Test]
    [Category("Full")]
    public void Each_version_of_SQL_Server_reads_a_hundred_thousand_random_expressions() => Parse(100_000);

    private static void Compare(SsisSqlDialect dialect, int count)
    {
        var random = new Random(TestSeed.Value);
        SsisRow[] rows = [.. Enumerable.Range(0, Rows).Select(number => new SsisRow(random, number % 3 == 0))];
        using var table = new SsisTable(dialect, rows);
        SsisTypedExpressions expressions = new(random);
        var names = NamesOf(dialect);
        var (tried, values) = (0, 0);
        while (tried < count)
        {
            var text = expressions.Any(random.Next(1, 4));
            if (Bound(text) is not { } bound)
            {
                continue;
            }

            tried++;
            if (SsisSqlText.Of(bound, dialect, names).Text is { } sql)
            {
                var row = random.Next(Rows);
                values += Same(bound, sql, table, rows, row) ? 1 : 0;
            }
        }

        Assert.That(values, Is.GreaterThan(count / 5), "more of them have values");
    }

    private static void Parse(int count)
    {
        var random = new Random(TestSeed.Value);
        SsisTypedExpressions expressions = new(random);
        var names = NamesOf(SsisSqlDialect.SqlServer);
        var made = 0;
        for (var tried = 0; tried < count; tried++)
        {
            var text = expressions.Any(random.Next(1, 4));
            if (Bound(text) is { } bound && SsisSqlText.Of(bound, SsisSqlDialect.SqlServer, names).Text is { } sql)
            {
                made++;
                Assert.That(SqlSyntax.Refusal($"SELECT {sql} AS Result FROM t"), Is.Null, text);
            }
        }

        Assert.That(made, Is.GreaterThan(count / 5), "more of them are SQL");
    }

    private static SsisBoundExpression? Bound(string text)
    {
        var parsed = SsisExpression.Parse(text);
        Assert.That(parsed.Fault, Is.Null, text);
        return parsed.Result!.Bind(Names).Result;
    }

    private static SsisSqlNames NamesOf(SsisSqlDialect dialect)
    {
        var now = Bound("(DT_DBTIMESTAMP)\"2026-11-28 10:11:12.345\"")!;
        var names = SsisSqlNames.Same(dialect);
        return names with { Now = SsisSqlText.Of(now, dialect, names).Text };
    }

    /// <returns>True where there is a value, or a null.</returns>
    private static bool Same(SsisBoundExpression bound, string sql, SsisTable table, SsisRow[] rows, int row)
    {
        var expected = bound.Evaluate(new SsisScope(rows[row].Of, () => Now));
        string? got;
        try
        {
            got = table.Ask(sql, row);
        }
        catch (DbException thrown)
        {
            Assert.That(
                expected.Fault is not null || MayFail(bound.Text, rows[row]), Is.True,
                $"{Told(bound, sql, rows[row])}\nexpected: {expected.Result?.Content ?? "NULL"}\n{thrown.Message}");
            return false;
        }

        if (expected.Fault is { } fault)
        {
            Assert.That(
                MayBeNull(bound.Text, rows[row]), Is.True, $"{Told(bound, sql, rows[row])}\n{fault}\ngot: {got}");
            return false;
        }

        Assert.That(
            IsSame(expected.Result!, got), Is.True,
            $"{Told(bound, sql, rows[row])}\nexpected: {expected.Result!.Content ?? "NULL"}\ngot: {got ?? "NULL"}");
        return true;
    }

    // A letter whose case only some servers know stops the statement, and so does an exponent for truth values.
    private static bool MayFail(string text, SsisRow row) => (!row.IsAscii && HasAny(text, "UPPER(", "LOWER("))
        || (HasAny(text, "(DT_BOOL) [") && HasAny($"{row}", "1e3"));

    // Servers look at no operand beside one that is NULL, and so may find no fault in it.
    private static bool MayBeNull(string text, SsisRow row) =>
        row.HasNull || HasAny(text, "TOKEN(", "CODEPOINT(", "LN(", "LOG(");

    private static bool HasAny(string text, params string[] functions) =>
        functions.Any(function => text.Contains(function, StringComparison.Ordinal));

    private static string Told(SsisBoundExpression bound, string sql, SsisRow row) =>
        $"{TestSeed.Hint(TestSeed.Value)}\n{bound.Text}\n{sql}\n{row}";

    private static bool IsSame(SsisValue value, string? got) => value.Content is null || got is null
        ? value.IsNull && got is null : IsSame(value.Content, got);

    private static bool IsSame(object expected, string got) => expected switch
    {
        bool flag => (got is "1" or "t" or "true" or "\u0001") == flag,
        double number => IsNear(number, double.Parse(got, CultureInfo.InvariantCulture)),
        SsisNumeric number => SsisNumeric.Read(got) is { } read && read.CompareTo(number) == 0,
        DateOnly day => DateOnly.Parse(got, CultureInfo.InvariantCulture) == day,
        DateTime moment => DateTime.Parse(got, CultureInfo.InvariantCulture) == moment,
        string text => text == got,
        _ => $"{expected}" == got,
    };

    private static bool IsNear(double one, double other) =>
        Math.Abs(one - other) <= Digits * Math.Max(Math.Abs(one), Math.Abs(other));
}
