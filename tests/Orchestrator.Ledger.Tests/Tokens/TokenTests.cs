using Orchestrator.Ledger.Tests.Serving;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Ledger.Tests.Tokens;

internal sealed class TokenTests(Place place) : ServingFixture(place)
{
    [Test]
    public void A_token_is_kept_without_its_secret_and_known_by_it()
    {
        var token = TokenText.Make();
        var record = Of(token, "ci") with { Expires = Began.AddDays(90) };

        var isMade = TokenWriter.Create(Location, Time, record, Audit with { Action = "token create" });

        using var reader = Read();
        var known = reader.Token(token.Id)!;
        Assert.That(isMade, Is.True);
        Assert.That(known, Is.EqualTo(record));
        Assert.That(reader.Tokens(), Is.EqualTo(new[] { record }));
        Assert.That(known.IsOf(TokenText.Parse(token.Reveal())!), Is.True);
        Assert.That(reader.Audit().Select(entry => (entry.Action, entry.Object, entry.Who)),
            Is.EqualTo(new[] { ("token create", $"ci ({token.Id})", "ann") }));
    }

    [Test]
    public void A_name_is_that_of_one_token_until_it_is_revoked()
    {
        var first = TokenText.Make();
        var second = TokenText.Make();
        TokenWriter.Create(Location, Time, Of(first, "ci"), Audit);

        var beside = TokenWriter.Create(Location, Time, Of(second, "ci"), Audit);
        var revoked = (TokenWriter.Revoke(Location, Time, first.Id, Audit),
            TokenWriter.Revoke(Location, Time, first.Id, Audit), TokenWriter.Revoke(Location, Time, "nobody", Audit));
        var after = TokenWriter.Create(Location, Time, Of(second, "ci"), Audit);

        using var reader = Read();
        Assert.That((beside, after), Is.EqualTo((false, true)));
        Assert.That(revoked, Is.EqualTo((true, false, false)));
        Assert.That(reader.Token(first.Id), Is.EqualTo(Of(first, "ci") with { Revoked = Began, RevokedBy = "ann" }));
        Assert.That(reader.Audit(), Has.Count.EqualTo(3), "what changed nothing is no entry");
    }

    [Test]
    public void Of_two_who_give_one_name_at_once_one_has_it()
    {
        using var together = new Barrier(2);

        for (var i = 0; i < 10; i++)
        {
            var name = $"ci{i}";
            var made = new[] { 1, 2 }.AsParallel().WithDegreeOfParallelism(2).Select(_ =>
            {
                together.SignalAndWait();
                return TokenWriter.Create(Location, Time, Of(TokenText.Make(), name), Audit);
            }).ToArray();

            Assert.That(made, Is.EquivalentTo(new[] { true, false }));
        }
    }

    [Test]
    public void The_first_token_is_made_where_all_others_are_revoked_and_not_where_one_has_expired()
    {
        var first = TokenText.Make();
        TokenWriter.Create(Location, Time, Of(TokenText.Make(), "old") with { Id = "old", Expires = Began }, Audit);
        TokenWriter.Create(Location, Time, Of(TokenText.Make(), "gone") with { Id = "gone" }, Audit);
        TokenWriter.Revoke(Location, Time, "gone", Audit);

        var beside = TokenWriter.First(Location, Time, Of(TokenText.Make(), "early"), Audit);
        TokenWriter.Revoke(Location, Time, "old", Audit);
        var made = TokenWriter.First(Location, Time, Of(first, "ann"), Audit);
        var second = TokenWriter.First(Location, Time, Of(TokenText.Make(), "bob"), Audit);

        using var reader = Read();
        Assert.That((beside, made, second), Is.EqualTo((false, true, false)));
        Assert.That(reader.Tokens().Select(one => one.Name), Is.EquivalentTo(new[] { "old", "gone", "ann" }));
    }

    [Test]
    public void That_a_token_was_used_is_noted_by_the_quarter_of_an_hour()
    {
        var token = TokenText.Make();
        TokenWriter.Create(Location, Time, Of(token, "ci"), Audit);
        using var reader = Read();

        Use(Began);
        var first = reader.Token(token.Id)!.LastUsed;
        Use(Began.AddMinutes(6));
        var soon = reader.Token(token.Id)!.LastUsed;
        Use(Began.AddMinutes(7));
        Use(Began.AddMinutes(-30));

        Assert.That(first, Is.EqualTo(new DateTimeOffset(2031, 5, 6, 7, 0, 0, TimeSpan.Zero)));
        Assert.That(soon, Is.EqualTo(first));
        Assert.That(reader.Token(token.Id)!.LastUsed, Is.EqualTo(first!.Value.AddMinutes(15)));

        void Use(DateTimeOffset now) =>
            TokenWriter.NoteUse(Location, Time, reader.Token(token.Id)!, now);
    }

    private static TokenRecord Of(TokenText token, string name) => new()
    {
        Id = token.Id,
        Name = name,
        Role = TokenRole.Operator,
        Hash = token.Hash,
        Created = Began,
        CreatedBy = "ann",
    };
}
