namespace Orchestrator.Data.Tests;

/// <summary>What an attempt has moved stands in its two lists, of which all derive who keep it.</summary>
internal sealed class AttemptWorkTests
{
    [Test]
    public void Each_property_is_a_fact_of_a_list()
    {
        var texts = AttemptWork.Texts.Aggregate(new AttemptWork(), (told, fact) => fact.Into(told, "told"));
        var all = AttemptWork.Numbers.Aggregate(texts, (told, fact) => fact.Into(told, 1));

        Assert.That(Untold(all, new AttemptWork()).Concat(Untold(all.Counts, new RowCounts())), Is.Empty);
    }

    [Test]
    public void Each_fact_has_a_column_and_a_value_to_itself()
    {
        var all = new AttemptWork();
        foreach (var (place, fact) in AttemptWork.Numbers.Index())
        {
            all = fact.Into(all, place);
        }

        foreach (var fact in AttemptWork.Texts)
        {
            all = fact.Into(all, fact.Column);
        }

        Assert.That(AttemptWork.Numbers.Select(fact => fact.Of(all)), Is.EqualTo(
            Enumerable.Range(0, AttemptWork.Numbers.Count).Select(place => (long)place)));
        Assert.That(AttemptWork.Texts.Select(fact => fact.Of(all)), Is.EqualTo(
            AttemptWork.Texts.Select(fact => fact.Column)));
        Assert.That(AttemptWork.Numbers.Select(fact => fact.Column)
            .Concat(AttemptWork.Texts.Select(fact => fact.Column)), Is.Unique);
    }

    private static IEnumerable<string> Untold<T>(T all, T none) =>
        from property in typeof(T).GetProperties()
        where property.CanWrite && Equals(property.GetValue(all), property.GetValue(none))
        select property.Name;
}
