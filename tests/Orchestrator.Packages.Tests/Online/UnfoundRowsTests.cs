using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Online;

namespace Orchestrator.Packages.Tests.Online;

/// <summary>Where rows that a target refuses are looked for without a key that finds them, somebody is told before.
/// </summary>
internal sealed class UnfoundRowsTests
{
    private static readonly CatalogTable Bare = new(new TableName("dbo", "t"), CatalogTable.Table);

    [TestCase("", "", true)]
    [TestCase("A", "", false)]
    [TestCase("Number", "", true)]
    [TestCase("Number", "B A", false)]
    [TestCase("", "A B C", true)]
    public void A_key_within_that_of_the_load_finds_single_rows(string primary, string unique, bool isTold)
    {
        var table = Bare with
        {
            PrimaryKey = Words(primary),
            UniqueKeys = unique.Length == 0 ? [] : [new CatalogKey("k", Words(unique))],
        };

        foreach (var platform in (Platform[])[Platform.PostgreSql, Platform.SqlServer, Platform.MariaDb])
        {
            Assert.That(
                Codes(Load(LoadPattern.Merge, Policy.Redirect), table, platform),
                Is.EqualTo(isTold ? (string[])["ORC3523"] : []), $"{platform}");
        }
    }

    [TestCase(LoadPattern.Merge, Policy.Fail, Platform.PostgreSql)]
    [TestCase(LoadPattern.TruncateInsert, Policy.Redirect, Platform.PostgreSql)]
    [TestCase(LoadPattern.Merge, Policy.Redirect, Platform.Sqlite)]
    public void Nothing_is_told_where_none_is_looked_for_by_key_or_an_index_is_made_for_that_while(
        LoadPattern pattern, Policy onError, Platform platform) =>
        Assert.That(Codes(Load(pattern, onError), Bare, platform), Is.Empty);

    private static IEnumerable<string> Codes(ObjectDefinition load, CatalogTable table, Platform platform) =>
        [.. UnfoundRows.Of(load, table, DialectOf(platform)).Select(one => one.Code)];

    private static string[] Words(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static Dialect DialectOf(Platform platform) =>
        Packages.Store.Platforms.Of(new Connection { Name = "To", Platform = platform })!.Dialect;

    private static ObjectDefinition Load(LoadPattern pattern, Policy onError) =>
        Rig.Load("t", Rig.Column("A", "int", key: 1), Rig.Column("B", "int", key: 2), Rig.Column("C", "int")) with
        {
            Load = new LoadOptions { Pattern = Rig.Written(pattern) },
            Errors = new ErrorOptions { OnError = Rig.Written(onError) },
        };
}
