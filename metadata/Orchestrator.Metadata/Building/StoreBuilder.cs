using System.Text.RegularExpressions;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes stores of what was written, the environment laid over it.</summary>
internal static partial class StoreBuilder
{
    private static readonly LaidOver OfEnvironments = new(
        StoreKeys.List, StoreKeys.Word, "store", "ORC1360", Overlay.Over);

    public static IReadOnlyList<BucketStore> Build(LoadContext context, Drafts drafts, Draft? environment) =>
    [
        .. OfEnvironments.Of(drafts.Stores, environment).Select(each =>
        {
            Check(context, each.Map);
            return StoreKeys.Section.Read(new BucketStore { Name = each.Draft.Name, At = each.Draft.At }, each.Map);
        }),
    ];

    /// <summary>Each store as it would be in an environment, and none of them twice.</summary>
    public static void CheckOverlays(LoadContext context, Drafts drafts, Draft environment) =>
        OfEnvironments.Check(context, drafts.Stores, environment, (_, map) => Check(context, map));

    private static void Check(LoadContext context, YamlMap map)
    {
        AlertChecks.Password(context, map.Scalar(StoreKeys.KeyId.Name), StoreKeys.KeyId.Name);
        AlertChecks.Password(context, map.Scalar(StoreKeys.Secret.Name), StoreKeys.Secret.Name);
        var checks = new StoreChecks(context, "ORC1359", "bucket");
        if (map.Scalar(StoreKeys.Endpoint.Name) is { } address && !StoreChecks.IsOpen(address))
        {
            CheckAddress(context, checks, address, map.Flag(StoreKeys.AllowPrivate.Name, false));
        }

        if (map.Scalar(StoreKeys.Bucket.Name) is { } bucket && !StoreChecks.IsOpen(bucket)
            && !BucketName().IsMatch(bucket.Text))
        {
            context.Bag.Error("ORC1359", bucket.At, $"'{bucket.Text}' is no name of a bucket",
                "it has 3 to 63 small letters, digits, points and hyphens");
        }

        if (map.Scalar(StoreKeys.Region.Name) is { } region && !RegionName().IsMatch(region.Text))
        {
            context.Bag.Error("ORC1359", region.At, $"'{region.Text}' is no name of a region",
                "it has small letters, digits and hyphens, as eu-central-1");
        }

        checks.Folder(map.Scalar(StoreKeys.Folder.Name));
        checks.Timeout(map.Scalar(StoreKeys.Timeout.Name), StoreKeys.Timeout.Name);
    }

    private static void CheckAddress(
        LoadContext context, StoreChecks checks, YamlScalar address, bool allowPrivate)
    {
        if (StoreChecks.AddressOf(address.Text) is not { AbsolutePath: "/" })
        {
            context.Bag.Error("ORC1359", address.At, $"'{StoreKeys.Endpoint.Name}' is no address of a server",
                "write https:// and its name, without a path, a bucket and a user; these have keys of their own");
        }
        else
        {
            checks.Secrecy(address, StoreKeys.Endpoint.Name, StoreKeys.AllowPrivate.Name, allowPrivate);
        }
    }

    [GeneratedRegex(@"^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\z")]
    private static partial Regex BucketName();

    [GeneratedRegex(@"^[a-z0-9][a-z0-9-]{0,62}\z")]
    private static partial Regex RegionName();
}
