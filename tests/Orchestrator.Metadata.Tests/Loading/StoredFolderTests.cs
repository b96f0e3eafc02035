using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Connections whose folder a file server has, as written.</summary>
internal sealed class StoredFolderTests
{
    private const string Key = "SHA256:rqXeUT8Vt/i2OhiTmkPe7vKOGNo/g0Qq2jFuk/xnZWM";
    private const string Signs = "keyId: \"${secret:I}\", key: \"${secret:K}\"";
    private const string Lake = "endpoint: \"https://s3.example\", bucket: deliveries, folder: in/, " + Signs;
    private const string Reads = "object: a, source: {file: \"*.csv\"}, columns: [{column: Id}]";

    [TestCase("sftp://Partner", "")]
    [TestCase("sftp://Partner/", "")]
    [TestCase("sftp://Partner/out", "out")]
    [TestCase("sftp://Partner/out/${env:PLACE:-a b}/", "out/${env:PLACE:-a b}")]
    public void A_connection_knows_the_server_and_the_folder_there(string folder, string path)
    {
        var loaded = Load(folder, Reads);

        Assert.That(loaded.Diagnostics, Is.Empty);
        var stored = Drop(loaded).Stored!;
        Assert.That((stored.Server!.Name, stored.Server.HostKey, stored.Path), Is.EqualTo(("Partner", Key, path)));
    }

    [Test]
    public void A_plan_tells_the_server_with_the_connection_and_its_password_by_name()
    {
        var told = ConnectionProperties.Of(Drop(Load("sftp://Partner/out", Reads)))
            .ToDictionary(one => one.Key, one => one.Value);

        Assert.That((told["folder"], told["server.hostKey"], told["server.password"]),
            Is.EqualTo(("sftp://Partner/out", Key, "${secret:P}")));
    }

    [Test]
    public void A_folder_of_this_machine_is_told_as_before()
    {
        var drop = Drop(Load("in", Reads));

        Assert.That(drop.Stored, Is.Null);
        Assert.That(ConnectionProperties.Of(drop).Select(one => one.Key), Has.None.StartsWith("server"));
    }

    [TestCase("az://Lake/out")]
    [TestCase("S3://Lake/out")]
    [TestCase("s3://")]
    [TestCase("s3://Lake/../out")]
    [TestCase("s3://key:secret@Lake/out")]
    [TestCase("ftp://Partner/out")]
    [TestCase("SFTP://Partner/out")]
    [TestCase("file:///out")]
    [TestCase("sftp://")]
    [TestCase("sftp:///out")]
    [TestCase("sftp:/Partner/out")]
    [TestCase("s3:/Lake/out")]
    [TestCase("S3:Lake")]
    [TestCase("azure:/Lake/out")]
    [TestCase("azure:Lake")]
    [TestCase("gs://Lake/out")]
    [TestCase("gs:/Lake/out")]
    [TestCase("file:/out")]
    [TestCase("sftp://shop:hunter2@Partner/out")]
    [TestCase("sftp://Partner:22/out")]
    [TestCase("sftp://Partner/../out")]
    [TestCase("sftp://Partner/out/./a")]
    [TestCase("sftp://Partner//out")]
    [TestCase("sftp://Partner/out/*")]
    public void Where_no_file_server_has_a_folder_is_one_diagnostic_that_does_not_repeat_it(string folder)
    {
        var loaded = Load(folder, Reads);

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { "ORC1356" }));
        Assert.That(loaded.Diagnostics[0].Message, Does.Not.Contain("hunter2"));
    }

    [TestCase("sftp://${env:SERVER}/out")]
    public void The_server_of_a_folder_is_no_matter_of_who_runs_it(string folder) => Assert.That(
        Load(folder, Reads).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { "ORC1033" }));

    [Test]
    public void A_server_that_is_not_declared_is_told_with_the_nearest_name()
    {
        var loaded = Load("sftp://Partners/out", Reads);

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { "ORC1161" }));
    }

    [Test]
    public void A_store_is_known_by_its_name_and_told_with_the_connection()
    {
        var drop = Drop(Load("s3://Lake/out", Reads));

        var told = ConnectionProperties.Of(drop).ToDictionary(one => one.Key, one => one.Value);
        Assert.That((drop.Stored!.Server, drop.Stored.Store!.Name, drop.Stored.Store.Region, drop.Stored.Path),
            Is.EqualTo(((FileServer?)null, "Lake", "us-east-1", "out")));
        Assert.That((told["store.endpoint"], told["store.bucket"], told["store.key"]),
            Is.EqualTo(("https://s3.example", "deliveries", "${secret:K}")));
    }

    [Test]
    public void A_store_that_is_not_declared_is_told() => Assert.That(
        Load("s3://Lakes/out", Reads).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { "ORC1360" }));

    [TestCase("endpoint: s3.example, bucket: deliveries, " + Signs, "ORC1359")]
    [TestCase("endpoint: \"https://s3.example/deliveries\", bucket: deliveries, " + Signs, "ORC1359")]
    [TestCase("endpoint: \"http://s3.example\", bucket: deliveries, " + Signs, "ORC1359")]
    [TestCase("endpoint: \"https://a:b@s3.example\", bucket: deliveries, " + Signs, "ORC1359")]
    [TestCase("endpoint: \"https://s3.example\", bucket: \"Deliveries/a\", " + Signs, "ORC1359")]
    [TestCase(Lake + ", region: \"eu central\"", "ORC1359")]
    [TestCase(Lake + ", timeout: 2h", "ORC1359")]
    [TestCase("endpoint: \"https://s3.example\", bucket: deliveries, folder: ../a, " + Signs, "ORC1359")]
    [TestCase("endpoint: \"https://s3.example\", bucket: deliveries, keyId: \"${secret:I}\", key: hunter2", "ORC1035")]
    [TestCase("endpoint: \"https://s3.example\", " + Signs, "ORC1014")]
    [TestCase(Lake + ", pathStyle: true", "ORC1010")]
    public void What_a_store_cannot_be_is_one_diagnostic(string store, string code)
    {
        using var folder = new TemporaryFolder();
        Write(folder.Path, "in", $"objects: [{{{Reads}}}]", "Dwh", store);

        Assert.That(SolutionLoader.Load(folder.Path).Diagnostics.Select(one => one.Code),
            Is.EqualTo(new[] { code }));
    }

    [Test]
    public void An_environment_has_a_store_of_its_own_or_is_told_that_there_is_none()
    {
        using var folder = new TemporaryFolder();
        Write(folder.Path, "s3://Lake/out", $"objects: [{{{Reads}}}]", "Dwh");
        Directory.CreateDirectory(Path.Combine(folder.Path, "environments"));
        var file = Path.Combine(folder.Path, "environments", "test.yaml");
        File.WriteAllText(file, """
            environment: test
            stores:
              - {store: Lake, endpoint: "http://localhost:9000", allowPrivate: true}
            """);

        var store = Drop(SolutionLoader.Load(folder.Path, "test")).Stored!.Store!;
        File.WriteAllText(file, "environment: test\nstores: [{store: Lakes, bucket: other}]\n");
        var unknown = SolutionLoader.Load(folder.Path);

        Assert.That((store.Endpoint, store.AllowPrivate, store.Bucket),
            Is.EqualTo(("http://localhost:9000", true, "deliveries")));
        Assert.That(unknown.Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { "ORC1360" }));
    }

    [TestCase("object: a, source: {command: [ls], format: csv}, columns: [{column: Id}]", "ORC1357")]
    [TestCase("object: a, kind: transfer, transfer: {get: a, from: Partner, to: Drop}", "ORC1357")]
    [TestCase("object: a, kind: file, file: {delete: a.csv}", "ORC1357")]
    [TestCase("object: a, source: {file: a.zip, member: a.csv}, columns: [{column: Id}]", "ORC1358")]
    [TestCase("object: a, source: {file: a.xlsx, format: book}, columns: [{column: Id}]", "ORC1358")]
    public void What_needs_the_folder_on_this_machine_is_refused(string one, string code) =>
        Assert.That(Load("sftp://Partner/out", one).Diagnostics.Select(each => each.Code), Has.Member(code));

    [Test]
    public void Files_are_not_written_to_a_server()
    {
        var loaded = Load("sftp://Partner/out", "object: a, source: {file: a.csv}, columns: [{column: Id}]", "Drop");

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Has.Member("ORC1357"));
    }

    [Test]
    public void All_files_of_a_server_are_not_listed_when_metadata_are_read()
    {
        using var folder = new TemporaryFolder();
        Write(folder.Path, "sftp://Partner/out", "objects: \"*\"", "Dwh");

        Assert.That(SolutionLoader.Load(folder.Path).Diagnostics.Select(one => one.Code), Has.Member("ORC1357"));
    }

    [Test]
    public void An_environment_may_have_the_folder_on_its_own_disk()
    {
        using var folder = new TemporaryFolder();
        Write(folder.Path, "sftp://Partner/out", $"objects: [{{{Reads}}}]", "Dwh");
        Directory.CreateDirectory(Path.Combine(folder.Path, "environments"));
        File.WriteAllText(Path.Combine(folder.Path, "environments", "test.yaml"), """
            environment: test
            connections:
              - {connection: Drop, folder: in}
            """);

        var loaded = SolutionLoader.Load(folder.Path, "test");

        Assert.That((Drop(loaded).Stored, Drop(loaded).Folder), Is.EqualTo(((StoredFolder?)null, "in")));
    }

    private static Connection Drop(LoadedSolution loaded) =>
        loaded.Solution!.Connections.Single(connection => connection.Name == "Drop");

    private static LoadedSolution Load(string drop, string one, string target = "Dwh")
    {
        using var folder = new TemporaryFolder();
        Write(folder.Path, drop, $"objects: [{{{one}}}]", target);
        return SolutionLoader.Load(folder.Path);
    }

    private static void Write(string folder, string drop, string objects, string target, string store = Lake) =>
        File.WriteAllText(Path.Combine(folder, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            fileServers:
              - {fileServer: Partner, host: sftp.example, user: shop, password: "${secret:P}", hostKey: "{{Key}}" }
            stores: [{store: Lake, {{store}} }]
            connections:
              - {connection: Dwh, platform: Sqlite}
              - {connection: Drop, platform: Files, folder: "{{drop}}", formats: {book: {style: excel} } }
            projects:
              - project: Staging
                source: Drop
                target: {{target}}
                {{objects}}
            """);
}
