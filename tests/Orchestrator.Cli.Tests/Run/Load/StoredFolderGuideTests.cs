using System.Runtime.Versioning;
using System.Text.RegularExpressions;
using Orchestrator.SftpCluster;

namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>The example of the guide's page on files of a server does what the page says.</summary>
[Platform(Exclude = "Win", Reason = "the server is one of Unix")]
[UnsupportedOSPlatform("windows")]
internal sealed partial class StoredFolderGuideTests
{
    [Test]
    public void The_example_loads_what_the_server_has_and_moves_it_there()
    {
        using var folder = new TemporaryFolder();
        using var server = SftpServer.Start();
        server.Write("out/a.csv", "Id,Name\n1,a\n2,b\n");
        var block = GuideExamples.Of("files", "sftp://");
        folder.Write("solution.yaml", Pin().Replace(block, server.HostKey)
            .Replace("host: sftp.partner.example", $"host: 127.0.0.1\n    port: {server.Port}",
                StringComparison.Ordinal)
            .Replace("user: shop", $"user: {SftpServer.User}", StringComparison.Ordinal)
            .Replace("keys/partner", server.KeyFile, StringComparison.Ordinal));

        var called = Called.With(folder.Path, "run");

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(DataFile.Rows(folder.Path, "Staging.db", "select Name from sale order by Id"),
            Is.EqualTo(new[] { "a", "b" }));
        Assert.That(File.Exists(Path.Combine(server.Files, "out", "done", "a.csv")), Is.True);
    }

    [GeneratedRegex("SHA256:[A-Za-z0-9+/]{43}")]
    private static partial Regex Pin();
}
