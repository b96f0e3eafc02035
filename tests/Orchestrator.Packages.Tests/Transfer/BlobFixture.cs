using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>A container of Azure Blob with two files, and a connection whose folder it has.</summary>
internal abstract class BlobFixture(Platform platform)
{
    protected static readonly DateTime Old = new(2026, 1, 30, 1, 0, 0, DateTimeKind.Utc);

    protected BlobServer Server { get; private set; } = null!;

    protected PatternRig Tables { get; private set; } = null!;

    protected BlobStore Store { get; set; } = new() { Name = "" };

    protected FileIntake Intake { get; set; } = new();

    protected Action<string> Said { get; set; } = _ => { };

    /// <summary>What becomes of a request without the server; null = the server is asked.</summary>
    protected Func<HttpSending, HttpReply?> Lost { get; set; } = _ => null;

    /// <summary>All addresses that were asked.</summary>
    protected List<string> Asked { get; } = [];

    /// <summary>When answers say to ask again.</summary>
    protected TimeSpan? RetryAfter { get; set; }

    [SetUp]
    public void Make()
    {
        (Server, Tables, Intake, Said, Lost) =
            (new BlobServer(), new PatternRig(platform), new FileIntake(), _ => { }, _ => null);
        RetryAfter = null;
        Asked.Clear();
        Store = new BlobStore
        {
            Name = "Lake",
            Account = BlobServer.Account,
            Endpoint = Server.Address,
            Container = BlobServer.Container,
            Key = BlobServer.Key,
            Folder = "in",
            AllowPrivate = true,
        };
        Server.Put("in/out/b.csv", "name,id\nx,2\n", Old);
        Server.Put("in/out/a.csv", "id,name\n1,w\n", Old);
    }

    [TearDown]
    public void Remove()
    {
        Tables.Dispose();
        Server.Dispose();
    }

    protected StorePlace Opened(CancellationToken cancellation = default) => StorePlace.Open(
        Store, "out", new PlaceAccess(Tables.Rig.Folder, text => text, TimeProvider.System, Send, cancellation));

    protected HttpReply Send(HttpSending sending, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        Asked.Add(sending.Address);
        if (Lost(sending) is { } lost)
        {
            return lost;
        }

        var address = new Uri(sending.Address);
        var headers = sending.Headers.ToDictionary(one => one.Key.ToLowerInvariant(), one => one.Value);
        var (status, body) = Server.Answer(sending.Method, address.PathAndQuery, headers);
        sending.Keep(status)?.Write(body);
        return new HttpReply(HttpEnd.Answered) { Status = status, RetryAfter = RetryAfter };
    }

    protected Solution Beside()
    {
        Tables.Rig.Servers.RemoveAll(each => each.Name == "Drop");
        Tables.Rig.Servers.Add(new Connection
        {
            Name = "Drop",
            Platform = Platform.Files,
            Folder = "azure://Lake/out",
            Files = Intake,
            Stored = new StoredFolder(null, "out") { Blobs = Store },
        });
        return Tables.Rig.Solution;
    }

    protected PackageResult Run(string pattern)
    {
        Beside();
        var load = Tables.Load(new LoadOptions(), Rig.Column("id", "int"), Rig.Column("name", "nvarchar(20)")) with
        {
            Source = new ObjectSource { Connection = "Drop", File = pattern },
        };
        return PackageKinds.All["load"].Run(Tables.Rig.Context(load) with
        {
            Message = line => Said(line),
            SendHttp = Send,
            Past = new()
            {
                Watermark = () => new WatermarkStart(null, []),
                FilesBefore = _ => [],
                HasLoadedFiles = () => false,
            },
        });
    }
}
