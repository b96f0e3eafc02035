using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>A bucket of a store that speaks S3.</summary>
internal sealed class BucketRig : StoreRig
{
    public BucketRig(Platform platform)
        : base(platform)
    {
        Store = new BucketStore
        {
            Name = "Lake",
            Endpoint = Server.Address,
            Region = BucketServer.Region,
            Bucket = BucketServer.Bucket,
            KeyId = BucketServer.KeyId,
            Key = BucketServer.Key,
            Folder = "in",
            AllowPrivate = true,
        };
        Server.Put("in/out/b.csv", "name,id\nx,2\n", Old);
        Server.Put("in/out/a.csv", "id,name\n1,w\n", Old);
    }

    public BucketServer Server { get; } = new();

    public BucketStore Store { get; set; }

    public override DateTime Old => new(2026, 1, 30, 1, 0, 0, 500, DateTimeKind.Utc);

    protected override string Folder => "s3://Lake/out";

    protected override StoredFolder Stored => new(null, "out") { Store = Store };

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
        string method, Uri address, Dictionary<string, string> headers)
    {
        headers["host"] = address.Authority;
        return Server.Answer(method, address.PathAndQuery, headers);
    }
}
