using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>The files below catalog/, which keep what is known of the tables of databases.</summary>
internal sealed class CatalogTests
{
    private const string Customer = """
        catalog: Staging
        schema: crm
        table: "cus${tomer} "
        kind: view
        encoding: LATIN1
        columns:
          - {column: id, dataType: int, nullable: false, identity: always}
          - {column: " na\u0007me", dataType: varchar(20), native: "varchar(20) COLLATE x", codePage: 1252}
          - {column: odd, native: vector, default: "'${env:NOTHING}'", computed: "a + b"}
        primaryKey: [id]
        uniqueKeys:
          - {key: by_name, columns: [name, odd]}
        foreignKeys:
          - {key: to_country, columns: [odd], schema: geo, table: country, to: [code]}
        """;

    [Test]
    public void A_table_of_the_catalog_is_read_to_the_letter()
    {
        var loaded = Load(("catalog/Staging/customer.yaml", Customer));

        var table = loaded.Solution!.Catalog.Single();
        Assert.That(loaded.Diagnostics, Is.Empty);
        Assert.That((table.FullName, table.Kind, table.Encoding), Is.EqualTo(("crm.cus${tomer} ", "view", "LATIN1")));
        Assert.That(table.Columns.Select(column => column.Name), Is.EqualTo(new[] { "id", " na\ame", "odd" }));
        Assert.That((table.Columns[0].Nullable, table.Columns[0].Identity), Is.EqualTo((false, "always")));
        Assert.That((table.Columns[1].Native, table.Columns[1].CodePage), Is.EqualTo(("varchar(20) COLLATE x", 1252)));
        Assert.That(table.Columns[2].DataType, Is.Null);
        Assert.That((table.Columns[2].Default, table.Columns[2].Computed), Is.EqualTo(("'${env:NOTHING}'", "a + b")));
        Assert.That(table.UniqueKeys.Single().Columns, Is.EqualTo(new[] { "name", "odd" }));
        Assert.That(table.ForeignKeys.Single().ToColumns, Is.EqualTo(new[] { "code" }));
    }

    [TestCase("catalog/a.yaml", "catalog: Staging\ntable: t\nkeys: [id]", "ORC1010")]
    [TestCase("catalog/a.yaml", "catalog: Stagin\ntable: t", "ORC1021")]
    [TestCase("catalog/a.yaml", "catalog: Staging\ncolumns: []", "ORC1014")]
    [TestCase("catalog/a.yaml", "catalog: Staging\ntable: t\n---\ncatalog: Staging\ntable: u", "ORC1079")]
    [TestCase("connections/a.yaml", "catalog: Staging\ntable: t", "ORC1079")]
    [TestCase("catalog/deep/er/a.yaml", "catalog: Staging\ntable: T1", "ORC1020")]
    [TestCase("catalog/a.yaml", "catalog: Staging\ntable: t\ncolumns: [{column: c, dataType: itn}]", "ORC1016")]
    public void What_is_wrong_with_the_catalog_is_one_diagnostic(string path, string text, string code)
    {
        var loaded = Load(("catalog/known.yaml", "catalog: Staging\ntable: t1"), (path, text));

        Assert.That(loaded.Diagnostics.Select(diagnostic => diagnostic.Code), Is.EqualTo(new[] { code }));
    }

    private static LoadedSolution Load(params (string Path, string Text)[] files)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Staging, platform: Sqlite}
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - {project: Staging, source: Staging, target: Staging, objects: [{object: a, kind: sql, sql: select 1}]}
            """);
        foreach (var (path, text) in files)
        {
            folder.Write(path, text);
        }

        return SolutionLoader.Load(folder.Path);
    }
}
