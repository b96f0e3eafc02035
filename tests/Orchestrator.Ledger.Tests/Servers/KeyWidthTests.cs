using System.Globalization;
using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Orchestrator.Ledger.Tests.Servers;

/// <summary>
/// SQL Server makes an index over columns that are wider together than an index takes, with a warning that nobody
/// hears, and refuses the first row whose values are: 900 bytes of a clustered one, 1,700 of another (Maximum capacity
/// specifications for SQL Server).
/// </summary>
internal sealed class KeyWidthTests
{
    private const int ClusteredMax = 900;
    private const int OtherMax = 1700;

    [Test]
    public void No_key_of_a_ledger_on_SQL_Server_is_declared_wider_than_an_index_takes()
    {
        var keys = new Keys();
        foreach (var migration in LedgerSql.SqlServer.Migrations)
        {
            keys.Read(migration);
        }

        Assert.That(keys.Found, Has.Count.GreaterThan(60));
        Assert.That(keys.Found.Where(key => key.Bytes > (key.IsClustered ? ClusteredMax : OtherMax)), Is.Empty);
    }

    [Test]
    public void A_key_that_is_too_wide_is_found()
    {
        var keys = new Keys();
        keys.Read("CREATE TABLE o.t (a nvarchar(256) NOT NULL, b nvarchar(200), PRIMARY KEY (a, b)); "
            + "ALTER TABLE o.t ADD c nvarchar(450); CREATE INDEX i ON o.t (c, a, b)");

        Assert.That(keys.Found, Is.EqualTo(new[]
        {
            new Key("o.t (a, b)", 912, IsClustered: true), new Key("o.t (c, a, b)", 1812, IsClustered: false),
        }));
    }

    private sealed record Key(string What, int Bytes, bool IsClustered);

    private sealed class Keys : TSqlFragmentVisitor
    {
        private readonly Dictionary<string, int> _widths = [];

        public List<Key> Found { get; } = [];

        public void Read(string sql) =>
            new TSql130Parser(initialQuotedIdentifiers: true).Parse(new StringReader(sql), out _).Accept(this);

        public override void Visit(CreateTableStatement node) => Table(node.SchemaObjectName, node.Definition);

        public override void Visit(AlterTableAddTableElementStatement node) =>
            Table(node.SchemaObjectName, node.Definition);

        public override void Visit(CreateIndexStatement node) =>
            Add(Name(node.OnName), node.Columns, node.Clustered == true);

        private void Table(SchemaObjectName table, TableDefinition definition)
        {
            foreach (var column in definition.ColumnDefinitions)
            {
                var name = $"{Name(table)}.{column.ColumnIdentifier.Value}";
                _widths[name] = Width((ParameterizedDataTypeReference)column.DataType);
                foreach (var key in column.Constraints.OfType<UniqueConstraintDefinition>())
                {
                    Found.Add(new($"{Name(table)} ({column.ColumnIdentifier.Value})", _widths[name], IsClustered(key)));
                }
            }

            foreach (var key in definition.TableConstraints.OfType<UniqueConstraintDefinition>())
            {
                Add(Name(table), key.Columns, IsClustered(key));
            }
        }

        private void Add(string table, IList<ColumnWithSortOrder> columns, bool isClustered)
        {
            string[] names = [.. columns.Select(one => one.Column.MultiPartIdentifier.Identifiers[^1].Value)];
            Found.Add(new(
                $"{table} ({string.Join(", ", names)})", names.Sum(name => _widths[$"{table}.{name}"]), isClustered));
        }

        private static bool IsClustered(UniqueConstraintDefinition key) => key.Clustered ?? key.IsPrimaryKey;

        private static string Name(SchemaObjectName name) =>
            $"{name.SchemaIdentifier.Value}.{name.BaseIdentifier.Value}";

        private static int Width(ParameterizedDataTypeReference type) => type.Parameters switch
        {
            [IntegerLiteral length] => int.Parse(length.Value, CultureInfo.InvariantCulture) * 2,
            [MaxLiteral] => int.MaxValue / 4,
            _ => 8,
        };
    }
}
