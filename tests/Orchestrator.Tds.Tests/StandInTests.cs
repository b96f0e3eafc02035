using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Tds.Tests;

/// <summary>The project Microsoft.SqlServer.Server must hold all that the client was compiled to ask of it.</summary>
internal sealed class StandInTests
{
    private const string StandIn = "Microsoft.SqlServer.Server";

    [Test]
    public void Each_type_and_member_that_the_client_names_is_there()
    {
        using var file = new PEReader(File.OpenRead(typeof(SqlConnection).Assembly.Location));
        var client = file.GetMetadataReader();
        var types = client.TypeReferences.Where(handle => IsOfStandIn(client, handle)).ToArray();
        var members = client.MemberReferences.Select(client.GetMemberReference)
            .Where(member => member.Parent.Kind == HandleKind.TypeReference
                && IsOfStandIn(client, (TypeReferenceHandle)member.Parent));

        var missing = members.Where(member => FindType(client, (TypeReferenceHandle)member.Parent)
            ?.GetMember(client.GetString(member.Name)) is not [_, ..])
            .Select(member => client.GetString(member.Name));

        Assert.That(types.Select(type => FindType(client, type)).ToArray(), Has.Length.AtLeast(4).And.None.Null);
        Assert.That(missing, Is.Empty);
    }

    private static bool IsOfStandIn(MetadataReader client, TypeReferenceHandle handle) =>
        client.GetTypeReference(handle).ResolutionScope is { Kind: HandleKind.AssemblyReference } scope
        && client.GetString(client.GetAssemblyReference((AssemblyReferenceHandle)scope).Name) == StandIn;

    private static Type? FindType(MetadataReader client, TypeReferenceHandle handle) =>
        Assembly.Load(StandIn).GetType($"{StandIn}.{client.GetString(client.GetTypeReference(handle).Name)}");
}
