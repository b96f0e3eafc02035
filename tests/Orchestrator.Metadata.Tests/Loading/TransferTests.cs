using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Transfers and file servers as written.</summary>
internal sealed class TransferTests
{
    private const string Key = "SHA256:rqXeUT8Vt/i2OhiTmkPe7vKOGNo/g0Qq2jFuk/xnZWM";
    private const string Good = "host: sftp.example, user: shop, password: \"${secret:P}\", hostKey: \"" + Key + "\"";

    [Test]
    public void An_object_says_what_comes_from_where_and_has_its_server()
    {
        var one = Load("get: \"out/*.csv\", from: Partner, to: Inbox, into: a/b/, delete: true, existing: keep")
            .Solution!.Projects[0].Objects[0];

        var transfer = one.Transfer!;
        Assert.That((transfer.IsGet, transfer.Pattern, transfer.Connection, transfer.Into),
            Is.EqualTo((true, "out/*.csv", "Inbox", "a/b")));
        Assert.That((transfer.Delete, transfer.Existing, transfer.OnNone, one.WritesTarget),
            Is.EqualTo((true, ExistingFile.Keep, NoFiles.Fail, false)));
        Assert.That((transfer.Server!.Host, transfer.Server.Port, transfer.Server.Password, transfer.Server.HostKey),
            Is.EqualTo(("sftp.example", 22, "${secret:P}", Key)));
    }

    [TestCase("get: a, put: b, from: Partner, to: Inbox", "ORC1160")]
    [TestCase("from: Inbox, to: Partner", "ORC1160")]
    [TestCase("get: a, from: Partner", "ORC1160")]
    [TestCase("get: a, from: Partners, to: Inbox", "ORC1161")]
    [TestCase("get: a, from: Partner, to: Outbox", "ORC1161")]
    [TestCase("get: a, from: Partner, to: Dwh", "ORC1161")]
    [TestCase("put: a, from: Dwh, to: Partner", "ORC1161")]
    [TestCase("get: ../a, from: Partner, to: Inbox", "ORC1162")]
    [TestCase("get: /a, from: Partner, to: Inbox", "ORC1162")]
    [TestCase("get: a/, from: Partner, to: Inbox", "ORC1162")]
    [TestCase("get: \"*/a\", from: Partner, to: Inbox", "ORC1162")]
    [TestCase("get: \"a\\nb\", from: Partner, to: Inbox", "ORC1162")]
    [TestCase("get: a, from: Partner, to: Inbox, into: ..", "ORC1162")]
    [TestCase("put: a, from: Inbox, to: Partner, into: \"b\\\\c\"", "ORC1162")]
    [TestCase("put: a, from: Inbox, to: Partner, delete: true", "ORC1164")]
    [TestCase("get: a, from: Partner, to: Inbox, existing: skip", "ORC1013")]
    [TestCase("get: a, from: Partner, to: Inbox, resume: true", "ORC1010")]
    public void What_a_transfer_cannot_be_is_one_diagnostic(string keys, string code) =>
        Assert.That(Load(keys).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));

    [TestCase("user: shop, password: \"${secret:P}\", hostKey: \"" + Key + "\"", "ORC1014")]
    [TestCase("host: sftp.example, user: shop, hostKey: \"" + Key + "\"", "ORC1163")]
    [TestCase(Good + ", keyFile: key", "ORC1163")]
    [TestCase(Good + ", passphrase: \"${secret:Q}\"", "ORC1163")]
    [TestCase(Good + ", timeout: 0s", "ORC1015")]
    [TestCase("host: sftp.example, user: shop, password: hunter2, hostKey: \"" + Key + "\"", "ORC1035")]
    [TestCase("host: \"sftp://sftp.example\", user: shop, keyFile: key, hostKey: \"" + Key + "\"", "ORC1163")]
    [TestCase("host: sftp.example, user: shop, keyFile: key, hostKey: \"SHA256:abc\"", "ORC1163")]
    [TestCase("host: sftp.example, user: shop, keyFile: key, hostKey: \"MD5:97:70:33\"", "ORC1163")]
    public void What_a_file_server_cannot_be_is_one_diagnostic(string server, string code) =>
        Assert.That(Load("get: a, from: Partner, to: Inbox", server).Diagnostics.Select(one => one.Code),
            Is.EqualTo(new[] { code }));

    [Test]
    public void An_environment_has_another_server_and_another_way_to_sign_in()
    {
        using var folder = new TemporaryFolder();
        Write(folder.Path, "get: a, from: Partner, to: Inbox", Good);
        Directory.CreateDirectory(Path.Combine(folder.Path, "environments"));
        File.WriteAllText(Path.Combine(folder.Path, "environments", "test.yaml"), """
            environment: test
            fileServers:
              - {fileServer: Partner, host: localhost, port: 2222, keyFile: key}
            """);

        var server = SolutionLoader.Load(folder.Path, "test").Solution!.Projects[0].Objects[0].Transfer!.Server!;

        Assert.That((server.Host, server.Port, server.KeyFile, server.Password, server.User),
            Is.EqualTo(("localhost", 2222, "key", (string?)null, "shop")));
    }

    [Test]
    public void An_environment_that_changes_a_server_that_is_not_there_is_told()
    {
        using var folder = new TemporaryFolder();
        Write(folder.Path, "get: a, from: Partner, to: Inbox", Good);
        Directory.CreateDirectory(Path.Combine(folder.Path, "environments"));
        File.WriteAllText(Path.Combine(folder.Path, "environments", "test.yaml"), """
            environment: test
            fileServers:
              - {fileServer: Partners, host: localhost}
            """);

        Assert.That(SolutionLoader.Load(folder.Path).Diagnostics.Select(one => one.Code),
            Is.EqualTo(new[] { "ORC1161" }));
    }

    private static LoadedSolution Load(string keys, string server = Good)
    {
        using var folder = new TemporaryFolder();
        Write(folder.Path, keys, server);
        return SolutionLoader.Load(folder.Path);
    }

    private static void Write(string folder, string keys, string server) =>
        File.WriteAllText(Path.Combine(folder, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            fileServers: [{fileServer: Partner, {{server}}}]
            connections:
              - {connection: Dwh, platform: Sqlite}
              - {connection: Inbox, platform: Files, folder: in}
            projects:
              - project: Staging
                target: Dwh
                objects: [{object: a, kind: transfer, transfer: { {{keys}} } }]
            """);
}
