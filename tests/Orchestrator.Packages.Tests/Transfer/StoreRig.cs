using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>A store with two files, and a connection whose folder it has. What stores differ in each says itself.
/// </summary>
internal abstract class StoreRig(Platform platform) : IDisposable
{
    public PatternRig Tables { get; } = new(platform);

    public FileIntake Intake { get; set; } = new();

    public Action<string> Said { get; set; } = _ => { };

    /// <summary>What becomes of a request without the server; null = the server is asked.</summary>
    public Func<HttpSending, HttpReply?> Lost { get; set; } = _ => null;

    /// <summary>All addresses that were asked.</summary>
    public List<string> Asked { get; } = [];

    /// <summary>When answers say to ask again.</summary>
    public TimeSpan? RetryAfter { get; set; }

    /// <summary>When its two files were written, as exactly as it tells.</summary>
    public abstract DateTime Old { get; }

    /// <summary>The folder of the connection.</summary>
    protected abstract string Folder { get; }

    /// <summary>The same as it is read.</summary>
    protected abstract StoredFolder Stored { get; }

    /// <summary>Puts a file there.</summary>
    public abstract void Put(string name, string text, DateTime? written = null);

    /// <summary>What a file holds.</summary>
    public abstract string Text(string name);

    public abstract StorePlace Opened(CancellationToken cancellation = default);

    public abstract void Dispose();

    public HttpReply Send(HttpSending sending, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        Asked.Add(sending.Address);
        if (Lost(sending) is { } lost)
        {
            return lost;
        }

        var headers = sending.Headers.ToDictionary(one => one.Key.ToLowerInvariant(), one => one.Value);
        var (status, body) = Answer(sending.Method, new Uri(sending.Address), headers);
        sending.Keep(status)?.Write(body);
        return new HttpReply(HttpEnd.Answered) { Status = status, RetryAfter = RetryAfter };
    }

    public Solution Beside()
    {
        Tables.Rig.Servers.RemoveAll(each => each.Name == "Drop");
        Tables.Rig.Servers.Add(new Connection
        {
            Name = "Drop",
            Platform = Platform.Files,
            Folder = Folder,
            Files = Intake,
            Stored = Stored,
        });
        return Tables.Rig.Solution;
    }

    public PackageResult Run(string pattern)
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

    protected abstract (int Status, byte[] Body) Answer(
        string method, Uri address, Dictionary<string, string> headers);

    protected PlaceAccess Access(CancellationToken cancellation) =>
        new(Tables.Rig.Folder, text => text, TimeProvider.System, Send, cancellation);
}
