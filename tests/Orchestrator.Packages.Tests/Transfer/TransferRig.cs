using System.Collections.Concurrent;
using Orchestrator.Metadata.Model;
using Orchestrator.SftpCluster;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>A solution beside a file server that has nothing but what the test has put there.</summary>
internal sealed class TransferRig : IDisposable
{
    private readonly Rig _rig = new();

    public TransferRig(SftpServer server)
    {
        Server = server;
        Directory.Delete(server.Files, recursive: true);
        Directory.CreateDirectory(server.Files);
    }

    public SftpServer Server { get; }

    public string Inbox => _rig.Inbox;

    public ConcurrentQueue<string> Said { get; } = [];

    public CancellationToken Cancellation { get => _rig.Cancellation; set => _rig.Cancellation = value; }

    public FileServer Declared => Of(Server);

    /// <summary>A server as a solution declares it.</summary>
    public static FileServer Of(SftpServer server) => new()
    {
        Name = "Partner",
        Host = "127.0.0.1",
        Port = server.Port,
        User = SftpServer.User,
        KeyFile = server.KeyFile,
        HostKey = server.HostKey,
    };

    public TransferOptions Get(string pattern) =>
        new() { Get = pattern, From = "Partner", To = "Files", Server = Declared };

    public TransferOptions Put(string pattern) =>
        new() { Put = pattern, From = "Files", To = "Partner", Server = Declared };

    public PackageResult Run(TransferOptions transfer, EarlierAttempt? earlier = null)
    {
        var context = _rig.Context(new ObjectDefinition
        {
            Name = "files",
            Project = "Staging",
            Kind = "transfer",
            Container = "Core",
            Target = new ObjectTarget("Db", null, "files"),
            Transfer = transfer,
        });
        return PackageKinds.All["transfer"].Run(context with
        {
            Message = Said.Enqueue,
            Past = new PackagePast { Earlier = () => earlier },
        });
    }

    public long LastAttempt => _rig.LastAttempt;

    public void Write(string file, string text) => _rig.Write(file, text);

    /// <summary>All files of this side, hidden ones too.</summary>
    public string[] Here() => Listed(Inbox);

    /// <summary>All files of the server, hidden ones too.</summary>
    public string[] There() => Listed(Server.Files);

    public string Read(string file) => File.ReadAllText(Path.Combine(Inbox, file));

    public void Dispose() => _rig.Dispose();

    private static string[] Listed(string folder) =>
        [.. Directory.GetFiles(folder, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(folder, file)).Order(StringComparer.Ordinal)];
}
