using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Wide;

/// <summary>
/// The statements for a table of SQL Server with nearly as many columns as it allows: they are T-SQL, and within what
/// its optimizer takes: a bounded number of joins and of questions within one statement, and none deep within others.
/// </summary>
internal sealed class WideSqlTests
{
    private const int Width = 1015;
    private const int JoinsMax = 64;
    private const int DepthMax = 200;
    private const int ShownMax = 200;

    [TestCase(LoadPattern.Merge)]
    [TestCase(LoadPattern.DeltaInsert)]
    [TestCase(LoadPattern.TruncateInsert)]
    public void Loads_send_what_the_server_takes(LoadPattern pattern) =>
        Check((loading, table) => WideRows.Load(loading, table, Width, pattern, Swap.Auto));

    [Test]
    public void A_key_of_many_columns_is_no_deep_condition() => Check((loading, table) =>
    {
        var load = WideRows.Load(loading, table, Width, LoadPattern.Merge);
        return load with { Columns = [.. load.Columns.Select((column, place) => column with { Key = place + 1 })] };
    });

    [TestCase(ScdEngine.Set, ColumnChange.Track)]
    [TestCase(ScdEngine.Set, ColumnChange.Overwrite)]
    [TestCase(ScdEngine.Dataflow, ColumnChange.Track)]
    public void Versions_send_what_the_server_takes(ScdEngine engine, ColumnChange change) =>
        Check((loading, table) => WideRows.Versioned(loading, table, Width, engine, change));

    [Test]
    public void Shared_values_are_looked_up_a_few_at_a_time() => Check((loading, table) =>
        WideRows.Versioned(loading, table, 960, ScdEngine.Dataflow, ColumnChange.Overwrite));

    [Test]
    public void Buffers_send_what_the_server_takes() => Check((loading, table) =>
        WideRows.Buffered(loading, table, Width));

    private static void Check(Func<Loading, TableName, ObjectDefinition> make)
    {
        using var to = new WirePlace();
        using var loading = new Loading(null, to);
        var load = make(loading, to.NewTable());

        var sql = loading.Statements(load).Select(one => one.Text).ToArray();

        foreach (var text in sql.Distinct())
        {
            var size = Size.Of(text);
            Assert.That(size.Tables, Is.LessThanOrEqualTo(JoinsMax), text[..Math.Min(text.Length, ShownMax)]);
            Assert.That(size.Depth, Is.LessThanOrEqualTo(DepthMax), text[..Math.Min(text.Length, ShownMax)]);
        }
    }

    private sealed class Size : TSqlFragmentVisitor
    {
        private int _depth;

        public int Tables { get; private set; }

        public int Depth { get; private set; }

        public static Size Of(string sql)
        {
            var size = new Size();
            using var reader = new StringReader(sql);
            // The oldest that the engine goes to, and one alone: such texts are long.
            var tree = new TSql130Parser(initialQuotedIdentifiers: true).Parse(reader, out var errors);
            Assert.That(errors.Select(error => error.Message), Is.Empty, sql[..Math.Min(sql.Length, ShownMax)]);
            tree.Accept(size);
            return size;
        }

        public override void ExplicitVisit(NamedTableReference node) => Tables++;

        public override void ExplicitVisit(ExistsPredicate node)
        {
            Tables++;
            base.ExplicitVisit(node);
        }

        public override void ExplicitVisit(BooleanBinaryExpression node)
        {
            Depth = Math.Max(Depth, ++_depth);
            base.ExplicitVisit(node);
            _depth--;
        }
    }
}
