using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Connections whose folder a container of Azure Blob has, as written.</summary>
internal sealed class BlobStoreTests
{
    private const string Secret = "key: \"${secret:K}\"";
    private const string Lake = "account: deliverylake, container: deliveries, folder: in/, " + Secret;

    [TestCase("azure://Lake", "")]
    [TestCase("azure://Lake/", "")]
    [TestCase("azure://Lake/out/${env:PLACE:-a b}/", "out/${env:PLACE:-a b}")]
    public void A_connection_knows_the_blob_store_and_the_folder_there(string folder, string path)
    {
        var loaded = Load(Lake, folder);

        Assert.That(loaded.Diagnostics, Is.Empty);
        var stored = Drop(loaded).Stored!;
        Assert.That((stored.Server, stored.Store, stored.Blobs!.Name, stored.Path, stored.Holder),
            Is.EqualTo(((FileServer?)null, (BucketStore?)null, "Lake", path, "the blob store 'Lake'")));
    }

    [Test]
    public void A_plan_tells_the_blob_store_with_the_connection_and_its_secret_by_name()
    {
        var told = ConnectionProperties.Of(Drop(Load(Lake))).ToDictionary(one => one.Key, one => one.Value);

        Assert.That((told["folder"], told["blobStore.account"], told["blobStore.container"], told["blobStore.key"]),
            Is.EqualTo(("azure://Lake/out", "deliverylake", "deliveries", "${secret:K}")));
    }

    [TestCase("azure://Lakes/out", "ORC1360")]
    [TestCase("s3://Lake/out", "ORC1360")]
    [TestCase("azure://", "ORC1356")]
    [TestCase("azure://Lake/../out", "ORC1356")]
    [TestCase("azure://Lake/out/*", "ORC1356")]
    [TestCase("azure://key:hunter2@Lake/out", "ORC1356")]
    [TestCase("azure://Lake/out?sig=hunter2", "ORC1356")]
    [TestCase("Azure://Lake/out", "ORC1356")]
    [TestCase("azure:/Lake/out", "ORC1356")]
    [TestCase("azure:Lake/out", "ORC1356")]
    [TestCase("Azure:/Lake/out", "ORC1356")]
    public void A_folder_that_is_none_there_is_one_diagnostic_that_does_not_repeat_it(string folder, string code)
    {
        var loaded = Load(Lake, folder);

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));
        Assert.That(loaded.Diagnostics[0].Message, Does.Not.Contain("hunter2"));
    }

    [TestCase("account: deliverylake, container: $web, " + Secret)]
    [TestCase("account: deliverylake, container: a-b-9, sas: \"${secret:S}\"")]
    [TestCase("account: \"${env:A:-d}\", container: \"${env:C:-out}\", endpoint: \"${env:E:-https://a.b}\", " + Secret)]
    [TestCase(Lake + ", endpoint: \"https://deliverylake.blob.core.usgovcloudapi.net\"")]
    [TestCase(Lake + ", endpoint: \"http://127.0.0.1:10000/deliverylake\", allowPrivate: true, timeout: 5m")]
    public void What_a_blob_store_can_be_is_none(string store) => Assert.That(Load(store).Diagnostics, Is.Empty);

    [TestCase("account: Delivery-Lake, container: deliveries, " + Secret, "ORC1199")]
    [TestCase("account: deliverylake, container: Deliveries, " + Secret, "ORC1199")]
    [TestCase("account: deliverylake, container: a--b, " + Secret, "ORC1199")]
    [TestCase("account: deliverylake, container: deliveries/in, " + Secret, "ORC1199")]
    [TestCase("account: deliverylake, container: deliveries", "ORC1199")]
    [TestCase(Lake + ", sas: \"${secret:S}\"", "ORC1199")]
    [TestCase(Lake + ", endpoint: deliverylake.blob.core.windows.net", "ORC1199")]
    [TestCase(Lake + ", endpoint: \"http://deliverylake.blob.core.windows.net\"", "ORC1199")]
    [TestCase(Lake + ", endpoint: \"https://deliverylake.blob.core.windows.net/deliveries\"", "ORC1199")]
    [TestCase(Lake + ", endpoint: \"https://deliverylake.blob.core.windows.net/?sv=1&sig=a\"", "ORC1199")]
    [TestCase(Lake + ", endpoint: \"https://a:b@deliverylake.blob.core.windows.net\"", "ORC1199")]
    [TestCase("account: deliverylake, container: deliveries, folder: ../a, " + Secret, "ORC1199")]
    [TestCase(Lake + ", timeout: 2h", "ORC1199")]
    [TestCase("account: deliverylake, container: deliveries, key: hunter2", "ORC1035")]
    [TestCase("account: deliverylake, container: deliveries, sas: \"sv=1&sig=hunter2\"", "ORC1035")]
    [TestCase("account: deliverylake, " + Secret, "ORC1014")]
    [TestCase(Lake + ", bucket: other", "ORC1010")]
    public void What_a_blob_store_cannot_be_is_one_diagnostic_without_secrets(string store, string code)
    {
        var loaded = Load(store);

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));
        Assert.That(loaded.Diagnostics[0].Message, Does.Not.Contain("hunter2"));
    }

    [Test]
    public void An_environment_is_let_in_its_own_way_and_names_no_blob_store_that_is_not_there()
    {
        using var folder = new TemporaryFolder();
        Write(folder.Path, "azure://Lake/out", Lake);
        Directory.CreateDirectory(Path.Combine(folder.Path, "environments"));
        var file = Path.Combine(folder.Path, "environments", "test.yaml");
        File.WriteAllText(file, """
            environment: test
            blobStores:
              - {blobStore: Lake, container: tests, sas: "${secret:S}"}
            """);

        var store = Drop(SolutionLoader.Load(folder.Path, "test")).Stored!.Blobs!;
        File.WriteAllText(file, "environment: test\nblobStores: [{blobStore: Lakes, container: other}]\n");
        var unknown = SolutionLoader.Load(folder.Path);

        Assert.That((store.Account, store.Container, store.Key, store.Sas),
            Is.EqualTo(("deliverylake", "tests", (string?)null, "${secret:S}")));
        Assert.That(unknown.Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { "ORC1360" }));
    }

    [Test]
    public void Two_blob_stores_of_one_name_are_told()
    {
        using var folder = new TemporaryFolder();
        Write(folder.Path, "azure://Lake/out", Lake + "}, {blobStore: Lake, " + Lake);

        Assert.That(SolutionLoader.Load(folder.Path).Diagnostics.Select(one => one.Code), Has.Member("ORC1020"));
    }

    [Test]
    public void Files_are_not_written_to_a_container() => Assert.That(
        Load(Lake, "azure://Lake/out", "Drop").Diagnostics.Select(one => one.Code), Has.Member("ORC1357"));

    private static Connection Drop(LoadedSolution loaded) =>
        loaded.Solution!.Connections.Single(connection => connection.Name == "Drop");

    private static LoadedSolution Load(string store, string folder = "azure://Lake/out", string target = "Dwh")
    {
        using var solution = new TemporaryFolder();
        Write(solution.Path, folder, store, target);
        return SolutionLoader.Load(solution.Path);
    }

    private static void Write(string solution, string folder, string store, string target = "Dwh") =>
        File.WriteAllText(Path.Combine(solution, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            blobStores: [{blobStore: Lake, {{store}} }]
            connections:
              - {connection: Dwh, platform: Sqlite}
              - {connection: Drop, platform: Files, folder: "{{folder}}"}
            projects:
              - project: Staging
                source: Drop
                target: {{target}}
                objects: [{object: a, source: {file: "*.csv"}, columns: [{column: Id}]}]
            """);
}
