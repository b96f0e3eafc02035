using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>A container of Azure Blob.</summary>
internal sealed class BlobRig : StoreRig
{
    public static readonly DateTime Written = new(2026, 1, 30, 1, 0, 0, DateTimeKind.Utc);

    public BlobRig(Platform platform)
        : base(platform)
    {
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

    public BlobServer Server { get; } = new();

    public BlobStore Store { get; set; }

    public override DateTime Old => Written;

    protected override string Folder => "azure://Lake/out";

    protected override StoredFolder Stored => new(null, "out") { Blobs = Store };

    public override void Put(string name, string text, DateTime? written = null) => Server.Put(name, text, written);

    public override string Text(string name) => Server.Text(name);

    public override StorePlace Opened(CancellationToken cancellation = default) =>
        StorePlace.Open(Store, "out", Access(cancellation));

    public override void Dispose()
    {
        Tables.Dispose();
        Server.Dispose();
    }

    protected override (int Status, byte[] Body) Answer(
        string method, Uri address, Dictionary<string, string> headers) =>
        Server.Answer(method, address.PathAndQuery, headers);
}
