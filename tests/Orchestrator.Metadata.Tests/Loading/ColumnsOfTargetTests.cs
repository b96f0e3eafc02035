using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>`columns: fromTarget`: the columns are those that the catalog keeps of the table that is written.</summary>
internal sealed class ColumnsOfTargetTests
{
    private const string Customer = """
        catalog: Dwh
        schema: sales
        table: Customer
        columns:
          - {column: Sk, dataType: int, nullable: false, identity: identity}
          - {column: Id, dataType: int, nullable: false}
          - {column: Part, dataType: int, nullable: false}
          - {column: Name, dataType: nvarchar(40)}
          - {column: At, dataType: datetime2(3), nullable: false, default: "sysdatetime()"}
          - {column: Long, dataType: nvarchar(max), computed: "[Name] + [Name]"}
          - {column: Shape, native: vector}
          - {column: Rv, dataType: rowversion, nullable: false}
          - {column: RunId, dataType: bigint}
        primaryKey: [Part, Id]
        """;

    private const string Read = """
        catalog: Crm
        schema: dbo
        table: customer
        columns:
          - {column: id, dataType: int, nullable: false}
          - {column: Part, dataType: int, nullable: false}
          - {column: At, dataType: datetime2(7)}
          - {column: Other, dataType: int}
        """;

    private const string FromTable = "source: {schema: dbo, name: customer}";

    [Test]
    public void They_are_those_that_rows_bring_with_types_key_and_not_null() => Assert.That(
        Columns("source: {query: select 1}", Customer),
        Is.EqualTo("Id int key 2; Part int key 1; Name nvarchar(40) null"));

    [Test]
    public void Of_a_source_that_the_catalog_knows_they_are_those_that_both_have() => Assert.That(
        Columns(FromTable, Customer, Read),
        Is.EqualTo("id>Id int key 2; Part int key 1; At datetime2(3)"));

    [Test]
    public void Where_a_part_of_the_key_is_not_loaded_there_is_no_key() => Assert.That(
        Columns(FromTable, Customer, Read.Replace("id,", "no,", StringComparison.Ordinal)),
        Is.EqualTo("Part int; At datetime2(3)"));

    [Test]
    public void The_same_text_is_the_same_plan_and_another_text_of_the_catalog_another_one()
    {
        var (first, again) = (Hash(Customer), Hash(Customer));
        var other = Hash(Customer.Replace("nvarchar(40)", "nvarchar(50)", StringComparison.Ordinal));

        Assert.That(again, Is.EqualTo(first));
        Assert.That(other, Is.Not.EqualTo(first));
    }

    [Test]
    public void They_make_the_plan_of_an_object_that_lists_them() => Assert.That(
        Hash(Customer), Is.EqualTo(Hash(
            "", "columns: [{column: Id, dataType: int, key: 2}, {column: Part, dataType: int, key: 1}, "
            + "{column: Name, dataType: nvarchar(40)}]")));

    [Test]
    public void A_table_that_the_catalog_does_not_have_is_asked_for_when_the_object_is_checked()
    {
        var loaded = Load("source: {query: select 1}, columns: fromTarget");

        var definition = loaded.Solution!.Projects.Single().Objects.Single();
        Assert.That(loaded.Diagnostics, Is.Empty, "who writes the catalog reads the solution first");
        Assert.That((definition.Columns.Count, definition.ColumnsSought?.Line), Is.EqualTo((0, 14)));
    }

    [TestCase("scd")]
    [TestCase("absorb")]
    public void It_is_refused_where_columns_say_more(string kind) => Assert.That(
        Load($"kind: {kind}, source: {{query: select 1}}, columns: fromTarget", Customer).Diagnostics
            .Select(one => $"{one.Code} {one.Message}"),
        Has.Some.StartsWith($"ORC1038 'columns: fromTarget' does nothing with kind {kind}, "));

    [Test]
    public void A_table_of_which_rows_bring_nothing_is_refused() => Assert.That(
        Load("source: {query: select 1}, columns: fromTarget", """
            catalog: Dwh
            schema: sales
            table: Customer
            columns: [{column: Sk, dataType: int, identity: identity}]
            """).Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1119"]));

    [Test]
    public void Another_word_is_refused() => Assert.That(
        Load("source: {query: select 1}, columns: fromTraget", Customer).Diagnostics, Has.Count.EqualTo(1));

    private static string Columns(string source, params string[] catalog)
    {
        var loaded = Load($"{source}, columns: fromTarget", catalog);
        Assert.That(loaded.Diagnostics, Is.Empty);
        return string.Join("; ", loaded.Solution!.Projects.Single().Objects.Single().Columns.Select(Text));
    }

    private static string Text(ColumnDefinition column) =>
        (column.Name == column.Target ? column.Name : $"{column.Name}>{column.Target}") + $" {column.DataType}"
        + (column.Key > 0 ? $" key {column.Key}" : column.Nullable ? " null" : "");

    private static string Hash(string catalog, string columns = "columns: fromTarget")
    {
        var loaded = Load(
            $"source: {{query: select 1}}, {columns}", catalog.Length == 0 ? Array.Empty<string>() : [catalog]);
        Assert.That(loaded.Diagnostics, Is.Empty);
        return Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Document!.Hash;
    }

    private static LoadedSolution Load(string keys, params string[] catalog)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$$"""
            formatVersion: 1
            solution: Shop
            systemColumns: {RowAuditId: {column: RunId}}
            connections:
              - {connection: Crm, platform: SqlServer, connectionString: "Server=a;Database=b"}
              - {connection: Dwh, platform: SqlServer, connectionString: "Server=a;Database=c"}
            batches:
              - {batch: Nightly, projects: [P]}
            projects:
              - project: P
                source: Crm
                target: Dwh
                objects:
                  - {object: Customer, target: {schema: sales, name: Customer}, {{{keys}}}}
            """);
        foreach (var (place, text) in catalog.Index())
        {
            folder.Write($"catalog/{place}.yaml", text);
        }

        return SolutionLoader.Load(folder.Path);
    }
}
