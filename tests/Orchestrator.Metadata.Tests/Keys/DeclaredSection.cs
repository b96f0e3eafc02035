using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Tests.Keys;

/// <summary>A section of keys as it is known to who does not know its model. The tests of keys and what they write take
/// the sections from here, so that a kind with a key to itself is among them without a line.</summary>
internal abstract class DeclaredSection
{
    /// <summary>What an object says; of a kind of package by its row.</summary>
    public static IReadOnlyList<DeclaredSection> OfObjects { get; } =
    [
        // What has a way of its own to change the target has no pattern to choose.
        new DeclaredSection<LoadOptions>(
            LoadKeys.Section, (o, load) => o with { Scd = null, Absorb = null, Load = load }),
        new DeclaredSection<ErrorOptions>(ErrorKeys.Section, (o, errors) => o with { Errors = errors }),
        new DeclaredSection<Expectations>(ExpectKeys.Section, (o, expect) => o with { Expect = expect }),
        .. KindTable.All.Where(kind => kind.Own is not null).Select(Of),
    ];

    /// <summary>Those, and what a connection says of its files, of which an object says nothing.</summary>
    public static IReadOnlyList<DeclaredSection> All { get; } =
        [.. OfObjects, new DeclaredSection<Connection>(FileKeys.Section, (o, _) => o)];

    public abstract string Name { get; }

    /// <summary>How a plan calls it.</summary>
    public abstract string Path { get; }

    public abstract IReadOnlyList<Key> Keys { get; }

    /// <summary>What its keys are properties of.</summary>
    public abstract Type Model { get; }

    /// <summary>An object that says nothing of it, and the same where one key alone is written, for each of them.
    /// </summary>
    public abstract IEnumerable<(string Key, ObjectDefinition Before, ObjectDefinition After)> Written(
        ObjectDefinition definition);

    /// <summary>Fails where a key that is written alone is not told, or another one is, or it stays when it is reset.
    /// </summary>
    public abstract void AssertEachIsToldAlone();

    /// <summary>The section that a kind has to itself.</summary>
    public static DeclaredSection<T> OfKind<T>(PackageKind kind)
        where T : KindOptions =>
        new(((KindSection<T>)kind.Own!()).Section, (o, options) => o with { Kind = kind.Word, Own = options });

    // Only the section itself knows of which model it is.
    private static DeclaredSection Of(PackageKind kind) => (DeclaredSection)typeof(DeclaredSection)
        .GetMethod(nameof(OfKind))!.MakeGenericMethod(kind.Own!().GetType().GetGenericArguments())
        .Invoke(null, [kind])!;
}

/// <summary>The same with its model.</summary>
/// <param name="section">Its keys.</param>
/// <param name="put">The object that says it.</param>
internal sealed class DeclaredSection<T>(Section<T> section, Func<ObjectDefinition, T, ObjectDefinition> put)
    : DeclaredSection
    where T : class
{
    public override string Name => section.Name;

    public override string Path => section.Path;

    public override IReadOnlyList<Key> Keys => [.. section.Keys.Select(key => key.Key)];

    public override Type Model => typeof(T);

    public override IEnumerable<(string Key, ObjectDefinition Before, ObjectDefinition After)> Written(
        ObjectDefinition definition) =>
        section.Keys.Select(key => ($"{section.Path}.{key.Name}",
            put(definition, section.Standard), put(definition, WrittenKeys.Alone(section, key))));

    public override void AssertEachIsToldAlone()
    {
        foreach (var key in section.Keys)
        {
            var written = WrittenKeys.Alone(section, key);

            var told = WrittenKeys.Told(section, written)
                .Select(path => path[(section.Path.Length + 1)..].Split('.')[0]);
            Assert.That(told.Distinct(), Is.EqualTo(new[] { key.Name }));
            Assert.That(WrittenKeys.Told(section, key.Reset(written)), Is.Empty, key.Name);
        }
    }
}
